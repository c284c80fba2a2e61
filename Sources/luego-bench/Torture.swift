func torture(_ arguments: [String]) -> Int32 { usage() }
