// Forms that are rarer.
extension ShopPagesTests {
  static let moreCollections: [Form] = [
    Form(
      name: "a list of definitions",
      body: "<main><h1>Nest boxes</h1><p>\(intro)</p><dl>"
        + each { "<dt><a href=/p/\($0)>\($1)</a></dt><dd>\($2), 2\($0) €</dd>" } + "</dl></main>",
      lines: [intro] + lines { [$1, "\($2), 2\($0) €"] }),
    Form(
      name: "articles with a heading each",
      body: "<main><h1>Nest boxes</h1>"
        + each {
          "<article class=item><h2><a href=/p/\($0)>\($1)</a></h2><p>\($2)</p><p class=price>2\($0) €</p></article>"
        } + "</main>", lines: lines { [$1, $2, "2\($0) €"] }),
    Form(
      name: "a slider in the main role",
      body: "<div role=main><h1>Nest boxes</h1><p>\(intro)</p><div class=slider><ul>"
        + each { "<li class=slide><a href=/p/\($0)><h3>\($1)</h3><p>\($2)</p></a></li>" }
        + "</ul></div></div>", lines: [intro] + lines { _, name, text in [name, text] }),
  ]

  static let moreListings: [Form] = [
    Form(
      name: "a list of links",
      body: "<main><h1>All guides</h1><ul>"
        + each { place, _, _ in "<li><a href=/\(place)>\(title(place))</a></li>" } + "</ul></main>",
      lines: lines { place, _, _ in [title(place)] }),
    Form(
      name: "sections with lists of links",
      body: "<main><h1>All guides</h1><h2>Small boxes</h2><ul>"
        + each { place, _, _ in "<li><a href=/\(place)>\(title(place))</a></li>" }
        + "</ul><h2>Large boxes</h2><ul>"
        + each { place, _, _ in "<li><a href=/l\(place)>\(title(place)), and more</a></li>" }
        + "</ul></main>",
      lines: ["Small boxes"] + lines { place, _, _ in [title(place)] } + ["Large boxes"]
        + lines { place, _, _ in ["\(title(place)), and more"] }),
    Form(
      name: "events with their days",
      body: "<main><h1>Events</h1>"
        + each { place, _, _ in
          "<div class=event><h3>\(title(place))</h3><div>\(place + 1) May 2024</div><div>At the lower river</div></div>"
        } + "</main>",
      lines: lines { place, _, _ in [title(place), "\(place + 1) May 2024", "At the lower river"] }),
  ]

  static let moreProducts: [Form] = [
    Form(
      name: "with what is in it",
      body:
        "<main><h1>Reed box</h1><p>\(told)</p><h2>In the parcel</h2><ul><li>The box</li><li>Two screws of brass</li></ul></main>",
      lines: [told, "In the parcel", "The box", "Two screws of brass"],
      head: data),
    Form(
      name: "with a table for sizes",
      body: "<main><h1>Reed box</h1><p>\(told)</p><table><tr><th>Size</th><th>Hole</th></tr>"
        + "<tr><td>Small</td><td>28 mm</td></tr><tr><td>Large</td><td>32 mm</td></tr></table></main>",
      lines: [told, "Size\tHole", "Small\t28 mm", "Large\t32 mm"], head: data),
  ]

  static let moreServices: [Form] = [
    Form(
      name: "steps with numbers",
      body: "<main><h1>How it works</h1><ol>"
        + ["Call us", "Show us the place", "Wait for spring"].map { "<li>\($0)</li>" }.joined()
        + "</ol></main>", lines: ["Call us", "Show us the place", "Wait for spring"]),
    Form(
      name: "hours of a shop",
      body: "<main><h1>Opening hours</h1><table>"
        + ["Monday", "Tuesday", "Friday"].map { "<tr><th>\($0)</th><td>9:00 to 17:00</td></tr>" }
        .joined() + "</table><p>Closed in August.</p></main>",
      lines: ["Monday", "Tuesday", "Friday"].map { "\($0)\t9:00 to 17:00" } + ["Closed in August."]),
    Form(
      name: "terms that are short",
      body:
        "<main><h1>Delivery</h1><h2>How long it takes</h2><p>Three days.</p><h2>What it costs</h2><p>Nothing.</p></main>",
      lines: ["How long it takes", "Three days.", "What it costs", "Nothing."]),
  ]
}
