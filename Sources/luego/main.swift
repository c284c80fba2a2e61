import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "extract" {
  exit(ExtractCommand.run(Array(arguments.dropFirst())))
}
print("luego")
