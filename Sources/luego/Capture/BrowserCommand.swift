import Platform
import ReadingList

private struct ManifestPlace {
  var name: String
  var path: String
  var isFirefox: Bool
}

extension Program {
  func browser(_ line: Arguments) throws {
    let isSystem = line.has("--system")
    var names = line.files
    let verb = names.isEmpty ? "status" : names.removeFirst()
    if options.isReadOnly, ["install", "uninstall"].contains(verb) {
      throw Failure("Browsers cannot be connected or removed with --read-only", .readOnly)
    }
    switch verb {
    case "install": try install(try manifestPlaces(names, isSystem: isSystem))
    case "uninstall": try uninstall(try manifestPlaces(names, isSystem: isSystem, all: true))
    case "status" where names.isEmpty: try browserStatus()
    case "manifest" where names.count == 2:
      let kind = try kind(named: names[0])
      try Output.write(Browsers.manifest(isFirefox: kind.isFirefox, program: names[1]))
    default: throw Failure.usage("browser does not take “\(verb.asText)” like this", of: .browser)
    }
  }

  private func kind(named name: String) throws -> BrowserKind {
    guard let kind = Browsers.all.first(where: { $0.name == name }) else {
      let known = Browsers.all.map(\.name).joined(separator: ", ")
      throw Failure.usage(
        "“\(name.asText)” is not a browser that can be connected; use one of \(known)", of: .browser
      )
    }
    return kind
  }

  /// The manifest paths of the named browsers; without names, of the installed ones, or of all.
  private func manifestPlaces(
    _ names: [String], isSystem: Bool, all: Bool = false
  ) throws -> [ManifestPlace] {
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw Failure("HOME is not set to an absolute path")
    }
    var places: [ManifestPlace] = []
    for name in names where name.contains("/") {
      // A name with a slash is the profile directory of a Chromium.
      let path = "\(name)/NativeMessagingHosts/\(NativeHost.name).json"
      places.append(ManifestPlace(name: name, path: path, isFirefox: false))
    }
    var kinds = Browsers.all.filter { _ in names.isEmpty }
    for name in names where !name.contains("/") { kinds.append(try kind(named: name)) }
    for kind in kinds {
      guard let directory = isSystem ? kind.systemManifests : "\(home)/\(kind.manifests)" else {
        continue
      }
      if names.isEmpty, !all, !isSystem, !exists("\(home)/\(kind.home)") { continue }
      let path = "\(directory)/\(NativeHost.name).json"
      places.append(ManifestPlace(name: kind.name, path: path, isFirefox: kind.isFirefox))
    }
    return places
  }

  /// The path of the program under the host's name: beside this binary if installed there, else a
  /// link in the state directory.
  private func hostPath(makesLink: Bool) throws -> String {
    guard let binary = CurrentProcess.executable else { throw Failure("/proc is not mounted") }
    let directory = binary.lastIndex(of: "/").map { String(binary[..<$0]) } ?? ""
    let beside = "\(directory)/\(NativeHost.programName)"
    if allows(.executing, beside) { return beside }
    let link = "\(places.state)/\(NativeHost.programName)"
    guard makesLink, linkTarget(link) != binary else { return link }
    try? SmallFile.makeDirectories(above: link)
    unlink(link)
    guard symlink(binary, link) == 0 else {
      throw Failure("\(link) cannot be made: \(SystemError.last.reason)")
    }
    return link
  }

  private func install(_ found: [ManifestPlace]) throws {
    guard !found.isEmpty else {
      throw Failure("No browser was found; name one: luego browser install chromium")
    }
    let host = try hostPath(makesLink: true)
    for place in found {
      let text = Browsers.manifest(isFirefox: place.isFirefox, program: host)
      do throws(SystemError) {
        try SmallFile.replace(place.path, with: Array(text.utf8), isDurable: false)
      } catch { throw Failure("\(place.path) cannot be written: \(error.reason)") }
      chmod(place.path, 0o644)
      try Output.line(Output.printable("connected  \(place.name)  \(place.path)"))
    }
    Output.tell("To load the extension: luego browser status")
  }

  private func uninstall(_ found: [ManifestPlace]) throws {
    for place in found where exists(place.path) {
      guard unlink(place.path) == 0 else {
        throw Failure("\(place.path) cannot be removed: \(SystemError.last.reason)")
      }
      try Output.line(Output.printable("removed  \(place.name)  \(place.path)"))
    }
    unlink("\(places.state)/\(NativeHost.programName)")
  }

  private func browserStatus() throws {
    let own = try manifestPlaces([], isSystem: false, all: true)
    let shared = try manifestPlaces([], isSystem: true)
    let found = try manifestPlaces([], isSystem: false).map(\.name)
    for kind in Browsers.all {
      let manifest = (own + shared).first { $0.name == kind.name && exists($0.path) }
      guard manifest != nil || found.contains(kind.name) else { continue }
      guard let manifest else {
        try Output.line("\(kind.name)  not connected; luego browser install \(kind.name)")
        continue
      }
      let json = SmallFile.read(manifest.path).flatMap { try? JSON(parsing: $0) }
      let program = json?["path"]?.string ?? ""
      let isThere = allows(.executing, program)
      let state = isThere ? "connected" : "broken: \(program) is missing; luego browser install"
      try Output.line(Output.printable("\(kind.name)  \(state)  \(manifest.path)"))
    }
    guard let data = ProgramData.directory else { return }
    let advice = """
      The extension is in \(data)/browser. To load it:
        Chromium, Chrome, Brave, Edge, Vivaldi: chrome://extensions, Developer mode, Load unpacked
        Firefox: about:debugging, This Firefox, Load Temporary Add-on (until it is closed)
        Debian's package has Chromium and Firefox ESR load it by themselves
      Browsers from Flatpak and Snap cannot start programs, and so cannot be connected.
      """
    for line in advice.split(separator: "\n") { Output.tell(String(line)) }
  }
}
