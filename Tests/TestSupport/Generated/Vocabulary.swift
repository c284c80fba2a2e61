/// The words of generated articles.
package enum Vocabulary {
  package static let nouns = words(
    """
    garden river machine letter market bridge linux memory window engine forest signal harbor kitchen mirror
    planet protocol compiler terminal library archive network village mountain theater sailor teacher
    painter climate energy battery orchard glacier railway station cathedral notebook keyboard language
    grammar alphabet pattern surface shadow island desert ocean coast valley winter summer autumn spring
    morning evening weather storm cloud thunder silence music violin orchestra concert museum gallery
    photograph camera lens telescope microscope satellite rocket orbit gravity quantum particle crystal
    diamond copper silver iron steel timber bamboo cotton paper pencil ink printer press journal magazine
    newspaper editor author reader essay novel poem story chapter sentence word syllable rhythm melody
    harmony argument theory proof number equation geometry algebra logic database index cache kernel
    thread process scheduler packet router server browser cursor buffer parser token syntax module
    """)

  package static let adjectives = words(
    """
    quiet forgotten curious slow patient hidden ancient modern fragile stubborn honest strange gentle
    careful distant ordinary simple complex beautiful broken careless clever cold warm bright dark deep
    early late empty endless exact famous final first foreign free fresh generous golden great happy heavy
    humble independent invisible kind large little local lonely long lost lucky minor narrow native natural
    northern obvious open perfect plain practical private public pure quick rare real remote rich rough
    round sacred safe secret serious sharp short silent single small smooth social soft solid southern
    special stable steady straight strong sudden sweet tall tender thin tiny tough useful vast visible wild
    wise wooden young
    """)

  package static let tags = Array(nouns.prefix(60))

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
