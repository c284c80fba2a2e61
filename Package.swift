// swift-tools-version: 6.2
import PackageDescription

// The rooms of the house. `Sources/ARCHITECTURE.md` says what each is for; a test reads this file
// and every import to see that the walls stand.

/// Whether warnings are errors: where changes are checked, not where somebody builds with a newer compiler.
let isChecked = Context.environment["CI"] == "true"

/// Where libxml2's headers are; by its own description it would be linked as well.
let libxml2 = "-I/usr/include/libxml2"

/// Whether everything is compiled so that a fuzzer can follow the ways that inputs take: `make fuzz`.
let isFuzzed = Context.environment["LUEGO_FUZZ"] == "1"

let strict: [SwiftSetting] = [
  .unsafeFlags(isFuzzed ? ["-sanitize=fuzzer"] : []),
  // Compiled as it is by default, optimized code may find a type in a cache where another thread has put it
  // before it is complete, takes its size for 0 and overwrites the stack (Swift 6.3.1).
  .unsafeFlags(["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"]),
  .treatAllWarnings(as: isChecked ? .error : .warning),
  .unsafeFlags(["-Xcc", libxml2]),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

/// The tests themselves are not optimized, which halves the time that they take to compile.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Links the Swift runtime into the program, so that it runs where Swift is not installed.
///
/// Compiled objects are the same
/// with and without this, so the tests, which need the shared runtime, are built from the objects that are shipped.
let staticRuntime: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections"],
    .when(configuration: .release)
  )
]

/// The commit that the program says it was built from, as the Makefile knows it.
let commit: [CSetting] =
  (Context.environment["LUEGO_COMMIT"] ?? "").isEmpty
  ? [] : [.define("LUEGO_COMMIT", to: "\"\(Context.environment["LUEGO_COMMIT"] ?? "")\"")]

/// Addresses that the loader fills in cannot be overwritten later.
let hardenedLinking: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"])
]

/// Stops the C parts where they would write past an array.
let guards = ["-fstack-protector-strong", "-fstack-clash-protection"]
let hardenedC: [CSetting] = [
  .unsafeFlags(guards), .define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release)),
]
let hardenedCXX: [CXXSetting] = [
  .unsafeFlags(guards), .define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release)),
]

func room(
  _ name: String,
  imports: [Target.Dependency] = []
) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: strict)
}

func tests(
  _ name: String,
  _ imports: [Target.Dependency],
  besides: [String] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: imports,
    exclude: besides,
    swiftSettings: strict + unoptimized
  )
}

let package = Package(
  name: "Luego",
  products: [
    .executable(name: "luego", targets: ["luego"]),
    .executable(name: "luego-bench", targets: ["luego-bench"]),
  ],
  targets: [
    // C doors
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CXML2", providers: [.apt(["libxml2-dev"])]),
    .target(name: "CCurl", cSettings: hardenedC),
    .systemLibrary(name: "CUchardet", providers: [.apt(["libuchardet-dev"])]),
    .systemLibrary(name: "CFileSystem"),
    .systemLibrary(name: "CArchive", providers: [.apt(["libarchive-dev"])]),
    .target(
      name: "CXapian",
      cxxSettings: hardenedCXX,
      linkerSettings: [.linkedLibrary("xapian"), .linkedLibrary("stdc++")]
    ),
    .target(
      name: "CCMark",
      cSettings: hardenedC,
      linkerSettings: [.linkedLibrary("cmark-gfm-extensions"), .linkedLibrary("cmark-gfm")]
    ),
    .target(name: "CBuildInfo", cSettings: commit),
    .target(name: "CICU", cSettings: hardenedC, linkerSettings: [.linkedLibrary("icuuc")]),

    // Core
    room("Platform", imports: ["CFileSystem"]),
    room("ReadingList", imports: ["CICU"]),
    room("Library", imports: ["Platform", "ReadingList", "CXapian"]),
    room("PageExtraction", imports: ["Platform", "ReadingList", "CXML2", "CCMark"]),
    room(
      "Web",
      imports: ["Platform", "ReadingList", "PageExtraction", "CArchive", "CCurl", "CUchardet"]
    ),
    room("Exchange", imports: ["Platform", "ReadingList", "PageExtraction", "Web", "CArchive"]),
    room(
      "ReadingServices",
      imports: ["Platform", "ReadingList", "Library", "PageExtraction", "Web", "Exchange"]
    ),

    // Screen
    room("Terminal", imports: ["CNcurses"]),
    room(
      "Reader",
      imports: [
        "Platform", "ReadingList", "Library", "Web", "Exchange", "ReadingServices", "Terminal",
      ]
    ),

    // Programs
    .executableTarget(
      name: "luego",
      dependencies: [
        "Platform", "ReadingList", "Library", "PageExtraction", "Web", "Exchange",
        "ReadingServices", "Terminal", "Reader", "CBuildInfo",
      ],
      swiftSettings: strict,
      linkerSettings: hardenedLinking + staticRuntime
    ),
    .executableTarget(
      name: "luego-bench",
      dependencies: [
        "Platform", "ReadingList", "Library", "PageExtraction", "ReadingServices", "TestSupport",
      ],
      swiftSettings: strict
    ),

    // Tests
    tests("PlatformTests", ["Platform", "TestSupport"]),
    tests("ReadingListTests", ["ReadingList", "TestSupport"]),
    tests("LibraryTests", ["Library", "Platform", "ReadingList", "TestSupport"]),
    tests(
      "PageExtractionTests",
      ["PageExtraction", "Platform", "ReadingList", "TestSupport"],
      besides: ["Pages"]
    ),
    tests(
      "WebTests",
      ["Web", "PageExtraction", "Platform", "ReadingList", "TestSupport"],
      besides: ["Feeds/Formats"]
    ),
    tests(
      "ExchangeTests",
      ["Exchange", "PageExtraction", "ReadingList", "TestSupport"],
      besides: ["Archives", "Formats", "Mails"]
    ),
    tests(
      "ReadingServicesTests",
      ["ReadingServices", "Library", "Exchange", "Web", "Platform", "ReadingList", "TestSupport"]
    ),
    tests("TerminalTests", ["Terminal", "ReadingList"]),
    tests(
      "ReaderTests",
      [
        "Reader", "Terminal", "ReadingServices", "Web", "PageExtraction", "Library",
        "ReadingList", "Platform", "TestSupport",
      ],
      besides: ["Golden", "Typesetting/Golden"]
    ),
    tests("EndToEndTests", ["TestSupport"], besides: ["Libraries", "Transcripts"]),
    tests("HouseTests", ["Library", "Reader", "TestSupport"]),
    .target(
      name: "TestSupport",
      dependencies: ["Platform", "ReadingList"],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "luego-fuzz",
      dependencies: [
        "Library", "Exchange", "PageExtraction", "Platform", "Reader", "ReadingList",
        "ReadingServices", "Terminal", "Web",
      ],
      path: "Tests/Fuzz",
      exclude: ["run", "dictionary", "Seeds"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]
        + (isFuzzed ? [.define("GUIDED")] : []),
      linkerSettings: isFuzzed
        ? [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])] : staticRuntime
    ),
  ],
  swiftLanguageModes: [.v6]
)
