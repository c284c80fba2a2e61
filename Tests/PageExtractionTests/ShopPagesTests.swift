import PageExtraction
import ReadingList
import Testing

/// Pages that are no articles: their goods, entries and facts are what a reader came for, whole and in order, and
/// nothing of the frame around them is.
@Suite("Collections, listings, products and services") struct ShopPagesTests {
  struct Form: CustomTestStringConvertible, Sendable {
    var name: String
    var body: String
    /// The lines of the text.
    var lines: [String]
    var head = ""
    var testDescription: String { name }
  }

  private static func page(_ form: Form) -> String {
    let heading = form.body.split(separator: "<h1").dropFirst().first?.drop { $0 != ">" }
    let title = heading?.dropFirst().prefix { $0 != "<" }
    return """
      <!doctype html><html lang=en><head><title>\(title ?? "Birds")</title>\(form.head)</head><body>
      <header class=site-header><a href=/>Birds Ltd</a><nav><ul><li><a href=/a>Home</a></li><li><a href=/b>All goods</a></li></ul></nav></header>
      \(form.body)
      <footer><p>Copyright Birds Ltd, all rights reserved. <a href=/terms>Terms</a></p></footer></body></html>
      """
  }

  static let boxes = [
    ("Reed box", "for small birds, of larch"), ("Loft box", "for owls, with a sill"),
    ("Wall box", "for wrens, of clay"), ("Tree box", "for tits, with a door"),
    ("Barn box", "for swallows, a half bowl"), ("Hedge box", "for robins, open in front"),
    ("Bank box", "for martins, with a pipe"), ("Roof box", "for swifts, set in pairs"),
  ]
  static let intro = "Boxes for all who live in holes, made by hand at the river."

  static func each(_ make: (_ place: Int, _ name: String, _ text: String) -> String) -> String {
    boxes.enumerated().map { make($0, $1.0, $1.1) }.joined(separator: "\n")
  }

  static func lines(_ make: (_ place: Int, _ name: String, _ text: String) -> [String]) -> [String]
  { boxes.enumerated().flatMap { make($0, $1.0, $1.1) } }

  // MARK: Collections

  private static let collections: [Form] = [
    Form(
      name: "cards in a grid",
      body: "<main><h1>Nest boxes</h1><p class=intro>\(intro)</p><div class=product-grid>"
        + each {
          "<div class=product-card><a href=/p/\($0)><img src=/\($0).jpg alt=''></a><h3><a href=/p/\($0)>\($1)</a></h3>"
            + "<p class=price>$2\($0).00</p><p>\($2)</p><button>Add to cart</button></div>"
        } + "</div></main>",
      lines: ["Boxes for all who live in holes, made by hand at the river."]
        + lines { [$1, "$2\($0).00", $2] }),
    Form(
      name: "Shopify",
      body:
        "<main id=MainContent><div class=collection-hero><h1>Nest boxes</h1><div class=rte><p>\(intro)</p></div></div>"
        + "<ul id=product-grid class=grid>"
        + each { place, name, _ in
          "<li class=grid__item><div class=card><div class=card__content><h3 class=card__heading><a href=/products/\(place)>\(name)</a></h3>"
            + "<div class=price><span class=visually-hidden>Regular price</span><span class=price-item>€2\(place),00 EUR</span></div></div></div></li>"
        } + "</ul></main>",
      lines: [intro] + lines { place, name, _ in [name, "€2\(place),00 EUR"] }),
    Form(
      name: "WooCommerce",
      body:
        "<div id=primary><main id=main class=site-main><header class=woocommerce-products-header><h1 class=page-title>Nest boxes</h1>"
        + "<div class=term-description><p>\(intro)</p></div></header><ul class='products columns-4'>"
        + each { place, name, _ in
          "<li class='product type-product'><a href=/product/\(place)><img src=/\(place).jpg><h2>\(name)</h2>"
            + "<span class=price><bdi>£2\(place).00</bdi></span></a><button>Add to cart</button></li>"
        } + "</ul></main></div>",
      lines: [intro] + lines { place, name, _ in [name, "£2\(place).00"] }),
    Form(
      name: "a table",
      body:
        "<div id=content><h1>Nest boxes</h1><table class=catalog><tr><th>Name</th><th>For</th><th>Price</th></tr>"
        + each { "<tr><td><a href=/p/\($0)>\($1)</a></td><td>\($2)</td><td>2\($0) €</td></tr>" }
        + "</table></div>", lines: ["Name\tFor\tPrice"] + lines { ["\($1)\t\($2)\t2\($0) €"] }),
    Form(
      name: "tiles that are links",
      body: "<main><h1>Nest boxes</h1>"
        + each {
          "<a class=tile href=/p/\($0)><div class=tile-image></div><div class=tile-name>\($1)</div><div>\($2)</div><div>2\($0) €</div></a>"
        } + "</main>", lines: lines { [$1, $2, "2\($0) €"] }),
  ]

  // MARK: Listings

  static func title(_ place: Int) -> String {
    "What was seen at the \(boxes[place].0.lowercased())"
  }

  static func summary(_ place: Int) -> String {
    "Those who watched it say, day by day, what came to the \(boxes[place].0.lowercased()) and what went away."
  }

  private static let listings: [Form] = [
    Form(
      name: "posts of a blog",
      body: "<main><h1>Bird blog</h1>"
        + each { place, _, _ in
          "<article class=post><h2><a href=/\(place)>\(title(place))</a></h2><p>\(summary(place))</p></article>"
        } + "<nav class=pagination><a href=/page/2>Older posts</a></nav></main>",
      lines: lines { place, _, _ in [title(place), summary(place)] }),
    Form(
      name: "an archive by year",
      body: "<main><h1>Archive</h1><h2>2024</h2><ul>"
        + each { place, _, _ in
          "<li><time>May \(place + 1)</time> <a href=/\(place)>\(title(place))</a></li>"
        } + "</ul></main>",
      lines: ["2024"] + lines { place, _, _ in ["May \(place + 1) \(title(place))"] }),
    Form(
      name: "stories without a main part",
      body: "<div class=wrap><h1>Bird news</h1><div class=stories>"
        + each { place, _, _ in
          "<div class=story><h3><a href=/\(place)>\(title(place))</a></h3><p class=story-text>\(summary(place))</p></div>"
        } + "</div></div>", lines: lines { place, _, _ in [title(place), summary(place)] }),
    Form(
      name: "results of a search",
      body: "<div id=main><ol id=results>"
        + each { place, _, _ in
          "<li class=result><h3><a href=/\(place)>\(title(place))</a></h3><p>\(summary(place))</p></li>"
        } + "</ol></div>", lines: lines { place, _, _ in [title(place), summary(place)] }),
    Form(
      name: "cards that are links",
      body: "<main><section><h1>Guides</h1><p>\(intro)</p><div class=cards>"
        + each { place, _, _ in
          "<a class=card href=/\(place)><img src=/\(place).jpg alt=''><h3>\(title(place))</h3><p>\(summary(place))</p></a>"
        } + "</div></section></main>",
      lines: [intro] + lines { place, _, _ in [title(place), summary(place)] }),
  ]

  // MARK: Products

  static let told =
    "A box of larch for smaller birds that live in holes. It is put up in autumn, out of the sun, and cleaned once a year."
  private static let review =
    "Moved into within a week, and the door is easy to open. The birds like it, and so do we, every one of us."
  static let data =
    #"<script type="application/ld+json">{"@type":"Product","name":"Reed box","offers":{"price":"24.90","priceCurrency":"EUR"}}</script>"#
  private static let facts = [
    ("Wood", "Larch, untreated"), ("Hole", "32 mm"), ("Weight", "1.2 kg"),
  ]

  private static let products: [Form] = [
    Form(
      name: "with other goods below",
      body:
        "<main id=MainContent><section class=product><h1>Reed box</h1><div class=price><span>$24.90 USD</span></div>"
        + "<div class=product-form><input type=number></div>"
        + "<div class='product__description rte'><p>\(told)</p><ul><li>Hole of 32 mm</li><li>Door at the front</li></ul></div></section>"
        + "<section class=related-products><h2>You may also like</h2><ul>"
        + each { place, name, _ in "<li><a href=/p/\(place)>\(name)</a> $2\(place).00</li>" }
        + "</ul></section></main>",
      lines: ["$24.90 USD", told, "Hole of 32 mm", "Door at the front"],
      head: "<meta property=og:type content=product>"),
    Form(
      name: "WooCommerce, in tabs",
      body:
        "<main class=site-main><div class='product type-product'><div class='summary entry-summary'><h1 class='product_title entry-title'>Reed box</h1>"
        + "<div class=short-description><p>For tits and sparrows, of larch from the valley.</p></div>"
        + "<form class=cart><button>Add to cart</button></form></div><div class=woocommerce-tabs>"
        + "<div class=woocommerce-Tabs-panel id=tab-description><p>\(told)</p></div><div class=woocommerce-Tabs-panel>"
        + "<h2>Additional information</h2><table>"
        + facts.map { "<tr><th>\($0.0)</th><td>\($0.1)</td></tr>" }.joined()
        + "</table></div><div class=woocommerce-Tabs-panel><p>\(review)</p></div></div></div></main>",
      lines: [
        "For tits and sparrows, of larch from the valley.", told,
        "Additional information", "Wood\tLarch, untreated", "Hole\t32 mm", "Weight\t1.2 kg", review,
      ], head: data),
    Form(
      name: "with a list of data",
      body: "<main><h1>Reed box</h1><p>\(told)</p><h2>Technical data</h2><dl>"
        + facts.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined() + "</dl></main>",
      lines: [told, "Technical data"] + facts.flatMap { [$0.0, $0.1] },
      head: data),
    Form(
      name: "described by microdata",
      body: "<div itemscope itemtype='https://schema.org/Product'><h1 itemprop=name>Reed box</h1>"
        + "<ul><li>Larch from the valley, not treated with anything</li><li>Hole of 32 mm, for tits and for sparrows</li></ul>"
        + "<div itemprop=description><p>\(told)</p></div></div>",
      lines: [
        "Larch from the valley, not treated with anything",
        "Hole of 32 mm, for tits and for sparrows", told,
      ]),
    Form(
      name: "with details that fold",
      body: "<main><div class=pdp><h1>Reed box</h1><span class=price>$24.90</span><p>\(told)</p>"
        + "<details><summary>Materials</summary><p>Larch, and screws of brass.</p></details></div></main>",
      lines: ["$24.90", told, "Materials", "Larch, and screws of brass."],
      head: "<meta property=og:type content=product>"),
  ]

  // MARK: Services

  private static let services: [Form] = [
    Form(
      name: "plans and prices",
      body: "<main><h1>Pricing</h1><p>All plans have two visits a year.</p><div class=plans>"
        + [("Small", 3), ("Middle", 8), ("Large", 20)].map {
          "<div class=plan><h2>\($0.0)</h2><p class=price>$\($0.1)0 a year</p><ul><li>\($0.1) boxes</li><li>A report by mail</li></ul></div>"
        }.joined() + "</div></main>",
      lines: ["All plans have two visits a year."]
        + [("Small", 3), ("Middle", 8), ("Large", 20)].flatMap {
          [$0.0, "$\($0.1)0 a year", "\($0.1) boxes", "A report by mail"]
        }),
    Form(
      name: "a team",
      body:
        "<main><h1>About us</h1><p>Founded in 1999 by three wardens of the lower river.</p><h2>Who we are</h2><div class=team>"
        + [("Ada Reed", "Warden"), ("Bo Marsh", "Builder"), ("Cy Brook", "Counter")].map {
          "<div class=member><h3>\($0.0)</h3><p class=role>\($0.1)</p></div>"
        }.joined()
        + "</div><h2>Where we are</h2><address>1 River Lane, Lower Marsh</address></main>",
      lines: [
        "Founded in 1999 by three wardens of the lower river.", "Who we are", "Ada Reed", "Warden",
        "Bo Marsh", "Builder", "Cy Brook", "Counter", "Where we are", "1 River Lane, Lower Marsh",
      ]),
    Form(
      name: "where to call",
      body:
        "<main><h1>Contact</h1><p>The workshop is open from Monday to Friday.</p><ul><li>Phone: 01234 567 890</li>"
        + "<li>Mail: <a href='mailto:a@birds.example'>a@birds.example</a></li></ul><form><input name=n><button>Send</button></form></main>",
      lines: [
        "The workshop is open from Monday to Friday.", "Phone: 01234 567 890",
        "Mail: a@birds.example",
      ]),
    Form(
      name: "questions that fold",
      body: "<main><h1>Help</h1>"
        + ["March", "April", "May", "June"].map {
          "<div class=accordion-item><button class=accordion-button>Do you come in \($0)?</button><div class='accordion-collapse collapse'>"
            + "<div class=accordion-body>Yes, in \($0) we come on two days of the week, if it does not rain.</div></div></div>"
        }.joined() + "</main>",
      lines: ["March", "April", "May", "June"].flatMap {
        [
          "Do you come in \($0)?",
          "Yes, in \($0) we come on two days of the week, if it does not rain.",
        ]
      }),
    Form(
      name: "what is offered",
      body: "<main><section class=hero><h1>Your land, full of birds</h1><p>\(intro)</p></section>"
        + "<section class=features>"
        + ["Counting", "Building", "Digging"].map {
          "<div class=feature><h3>\($0)</h3><p>\($0) on your land by day and by night, whatever the weather may be.</p></div>"
        }.joined() + "</section></main>",
      lines: [intro]
        + ["Counting", "Building", "Digging"].flatMap {
          [$0, "\($0) on your land by day and by night, whatever the weather may be."]
        }),
  ]

  @Test(
    "such a page is what it offers, whole and in order",
    arguments: collections + moreCollections + listings + moreListings + products + moreProducts
      + services + moreServices)
  func forms(form: Form) {
    let text = Pages.extract(Self.page(form), url: "https://birds.example/x").text
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines == form.lines)
  }

  @Test("a product is told by its metadata", arguments: products + moreProducts)
  func kinds(
    form: Form
  ) { #expect(Pages.extract(Self.page(form), url: "https://birds.example/x").kind == .product) }
}
