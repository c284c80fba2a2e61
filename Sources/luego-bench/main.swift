import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
let status: Int32 =
  switch arguments.first {
  case "all": await benchmarkAll(Array(arguments.dropFirst()))
  case "generate": generate(Array(arguments.dropFirst()))
  case "store": benchmarkStore(Array(arguments.dropFirst()))
  case "bulk": benchmarkBulk(Array(arguments.dropFirst()))
  case "exchange": benchmarkExchange(Array(arguments.dropFirst()))
  case "torture": torture(Array(arguments.dropFirst()))
  case "frames": benchmarkFrames(Array(arguments.dropFirst()))
  case "discovery": benchmarkDiscovery(Array(arguments.dropFirst()))
  case "feeds": benchmarkFeeds()
  case "typeset": benchmarkTypesetting(Array(arguments.dropFirst()))
  case "pictures": await benchmarkPictures()
  case "search": benchmarkSearch(Array(arguments.dropFirst()))
  case "fuzz": fuzz(Array(arguments.dropFirst()))
  case "fuzz-pages": fuzzPages(Array(arguments.dropFirst()))
  default: usage()
  }
exit(status)

/// Everything that `make bench` shows.
func benchmarkAll(_ arguments: [String]) async -> Int32 {
  let frames = benchmarkFrames(arguments)
  let store = benchmarkStore([])
  let discovery = benchmarkDiscovery(arguments)
  let texts = max(benchmarkFeeds(), benchmarkTypesetting(arguments))
  let pictures = await benchmarkPictures()
  let search = benchmarkSearch([])
  let exchange = benchmarkExchange(arguments)
  return max(frames, store, texts, discovery, pictures, search, exchange, benchmarkBulk(arguments))
}

func usage() -> Int32 {
  let text = """
    usage: luego-bench all LUEGO                       everything below but torture
           luego-bench generate DIRECTORY COUNT SEED   make a large library
           luego-bench store [COUNT...]                measure the library (10 1000 10000 100000)
           luego-bench bulk LUEGO [COUNT...]           measure changes of all (50000 100000 200000)
           luego-bench exchange LUEGO [COUNT]          measure importing (100000)
           luego-bench frames LUEGO [COUNT...]         measure the first frame (10 1000 10000 100000)
           luego-bench discovery LUEGO                 measure picking and shuffling
           luego-bench feeds                           measure the reading of feeds
           luego-bench typeset [LUEGO [DIRECTORY]]     measure typesetting and reading of long texts,
                                                       made of a directory's pages
           luego-bench pictures                        measure drawing pictures
           luego-bench search [COUNT]                  measure full-text search (100000)
           luego-bench fuzz [COUNT [FIRST [DIRECTORY]]]
                                                       read pages broken at random (10000 0)
           luego-bench fuzz-pages DIRECTORY            read and typeset the pages of a directory
           luego-bench torture storm [ROUNDS]          kill writers at random moments (300)

    """
  complain(text)
  return 2
}
