import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
let status: Int32 =
  switch arguments.first {
  case "generate": generate(Array(arguments.dropFirst()))
  case "store": benchmarkStore(Array(arguments.dropFirst()))
  case "torture": torture(Array(arguments.dropFirst()))
  default: usage()
  }
exit(status)

func usage() -> Int32 {
  let text = """
    usage: luego-bench generate DIRECTORY COUNT SEED   make a large library
           luego-bench store [COUNT...]                measure the library (10 1000 10000 100000)
           luego-bench torture storm [ROUNDS]          kill writers at random moments (300)

    """
  complain(text)
  return 2
}
