package import ReadingList

/// What is wrong in a library, and what was done about it.
package struct DoctorReport: Equatable, Sendable {
  /// One thing that is wrong.
  package struct Finding: Equatable, Sendable {
    /// What kind of thing.
    package enum Kind: String, CaseIterable, Sendable {
      case unreadable, conflict, orphaned, missingText, leftover, exposed, index, identity
    }

    package var kind: Kind
    package var path: String
    /// What is wrong, in words.
    package var problem: String
    /// What was done, in words; nil when nothing was.
    package var remedy: String?

    /// Makes a finding.
    package init(kind: Kind, path: String, problem: String, remedy: String? = nil) {
      self.kind = kind
      self.path = path
      self.problem = problem
      self.remedy = remedy
    }
  }

  /// Articles, in Trash or not.
  package var articles = 0
  /// Purged articles.
  package var tombstones = 0
  /// What is wrong, by kind and path.
  package var findings: [Finding] = []

  /// Makes an empty report.
  package init() {}
}

extension Library {
  /// Looks at every file of the library and, when asked to, mends what can be mended without loss.
  package func doctor(repair: Bool, at moment: Timestamp) throws(StoreError) -> DoctorReport {
    var report = DoctorReport()
    do throws(SystemFailure) {
      for shard in UInt8.min...UInt8.max {
        let name = LibraryPaths.name(ofShard: shard)
        for file in try files.list(paths.shard(shard)) ?? [] {
          guard case .own(let id) = LibraryPaths.kind(of: file, suffix: ".json", shard: name) else {
            continue
          }
          do throws(StoreError) {
            if try record(id)?.article != nil {
              report.articles += 1
            } else {
              report.tombstones += 1
            }
          } catch {
            report.findings.append(
              .init(kind: .unreadable, path: paths.record(id), problem: error.message)
            )
          }
        }
      }
    } catch {
      throw StoreError(error)
    }
    return report
  }
}
