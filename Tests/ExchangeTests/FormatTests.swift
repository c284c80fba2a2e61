import Glibc
import Testing

@testable import Exchange
@testable import ReadingList

private func moment(_ text: String) -> Timestamp? { Timestamp(rfc3339: text) }

@Suite("Imported formats") struct FormatTests {
  @Test("Pocket's table keeps dates, tags and what is archived, with and without cursor")
  func pocket() throws {
    let found = try Exports.read(
      #"""
      title,url,time_added,tags,status
      "One, ""quoted""",https://a.example/1,1466000000,go|slow web,unread
      https://a.example/2,https://a.example/2,1466000001,,archive

      """#)
    #expect(found.formats == [.pocket])
    #expect(found.urls == ["https://a.example/1", "https://a.example/2"])
    #expect(found.articles[0].title == "One, \"quoted\"")
    #expect(found.articles[0].tags == ["go", "slow web"])
    #expect(found.articles[0].savedAt == Timestamp(seconds: 1_466_000_000))
    #expect(found.articles.map(\.isArchived) == [false, true])
    let now = Timestamp(seconds: 1_700_000_000)
    #expect(try found.articles[1].converted(at: now, number: 0).article.title == "a.example/2")

    let cursor = try Exports.read(
      "\u{feff}title,url,time_added,cursor,tags,status\r\nX,https://a.example/x,1,c,t,archive\r\n")
    #expect(cursor.formats == [.pocket])
    #expect(cursor.articles.first?.tags == ["t"])
    #expect(cursor.articles.first?.isArchived == true)
  }

  @Test("Pocket's archive has its highlights joined to articles, in whatever order it is")
  func pocketArchive() throws {
    let found = try Exports.read(
      StoredZip.archive([
        (
          "annotations/part_000000.json",
          """
          [{"url":"https://a.example/1","title":"One","highlights":[
            {"quote":"marked","note":"mine","created_at":1466000005},{"quote":"bare"}]}]
          """
        ),
        (
          "part_000000.csv",
          "title,url,time_added,tags,status\nOne,https://a.example/1,1466000000,go,archive\n"
        ),
        (
          "part_000001.csv",
          "title,url,time_added,tags,status\nTwo,https://a.example/2,1466000001,,unread\n"
        ),
      ]))
    #expect(found.problem == nil)
    #expect(found.damaged.isEmpty)
    #expect(found.urls == ["https://a.example/1", "https://a.example/1", "https://a.example/2"])
    #expect(found.articles.map(\.isAddition) == [true, false, false])
    let marks = found.articles[0].marks
    #expect(marks.map(\.quote) == ["marked", "bare"])
    #expect(marks[0].note == "mine")
    #expect(marks[0].createdAt == Timestamp(seconds: 1_466_000_005))
  }

  @Test("Pocket's HTML says by its headings what is archived") func pocketHTML() throws {
    let found = try Exports.read(
      """
      <!DOCTYPE html><html><head><title>Pocket Export</title></head><body>
      <h1>Unread</h1><ul>
      <li><a href="https://a.example/?a=1&amp;b=2" time_added="1466000000" tags="x,y">T &amp; U</a></li>
      </ul>
      <h1>Read Archive</h1><ul>
      <li><a href="https://a.example/2" time_added="1466000001" tags="">Two</a></li>
      </ul></body></html>
      """)
    #expect(found.formats == [.pocketHTML])
    #expect(found.urls == ["https://a.example/?a=1&b=2", "https://a.example/2"])
    #expect(found.articles[0].title == "T & U")
    #expect(found.articles[0].tags == ["x", "y"])
    #expect(found.articles.map(\.isArchived) == [false, true])
    #expect(found.articles[1].savedAt == Timestamp(seconds: 1_466_000_001))
  }

  @Test("Instapaper's folders are lists or tags, its selections highlights, and notes articles")
  func instapaper() throws {
    let found = try Exports.read(
      """
      URL,Title,Selection,Folder,Timestamp,Tags
      https://a.example/1,One,"a passage
      of two lines",Unread,1466000000,"[""go"", ""web""]"
      https://a.example/2,Two,,Archive,1466000001,[]
      https://a.example/3,Three,,Starred,1466000002,[]
      https://a.example/4,Four,,Recipes,1466000003,[]
      ,My note,"Some words
      I wrote",Unread,1466000004,[]

      """)
    #expect(found.formats == [.instapaper])
    #expect(found.articles.map(\.title) == ["One", "Two", "Three", "Four", "My note"])
    #expect(found.articles[0].marks.map(\.quote) == ["a passage\nof two lines"])
    #expect(found.articles[0].tags == ["go", "web"])
    #expect(found.articles[1].isArchived)
    #expect(found.articles[2].isFavorite)
    #expect(found.articles[3].tags == ["Recipes"])
    let note = try found.articles[4].converted(at: Timestamp(seconds: 1_700_000_000), number: 0)
    #expect(note.article.url.hasPrefix("urn:luego:"))
    #expect(note.article.title == "My note")
    #expect(note.body == "<p>Some words</p>\n<p>I wrote</p>\n")
    #expect(note.article.fetch == .ready)

    let short = try Exports.read("URL,Title,Selection,Folder\nhttps://a.example/1,One,,Archive\n")
    #expect(short.formats == [.instapaper])
    #expect(short.articles.first?.isArchived == true)
  }

  @Test(
    "Omnivore's archive has states, progress, labels, texts and highlights; deleted ones stay out")
  func omnivore() throws {
    let found = try Exports.read(
      StoredZip.archive([
        (
          "metadata_0_to_20.json",
          """
          [{"id":"1","slug":"one-1","title":"One","description":"D","author":"Ada","url":"https://a.example/1",
            "state":"Active","readingProgress":40,"thumbnail":"","labels":["go","web"],
            "savedAt":"2024-01-02T03:04:05.000Z","updatedAt":"2024-01-02T03:04:05.000Z",
            "publishedAt":"2023-12-31T00:00:00.000Z"},
           {"id":"2","slug":"two-2","title":"Two","url":"https://a.example/2","state":"ARCHIVED",
            "readingProgress":100,"labels":[],"savedAt":"2024-01-03T00:00:00Z","publishedAt":null},
           {"id":"3","slug":"three-3","title":"Three","url":"https://a.example/3","state":"DELETED",
            "labels":[],"savedAt":"2024-01-03T00:00:00Z"}]
          """
        ),
        (
          "metadata_20_to_40.json",
          """
          [{"id":"4","slug":"letter-4","title":"A letter","url":"https://omnivore.app/no_url?q=4",
            "state":"SUCCEEDED","readingProgress":0,"labels":[{"name":"mail"}],
            "savedAt":"2024-01-04T00:00:00Z"}]
          """
        ),
        ("content/one-1.html", "<html><body><p>The text.</p><script>x()</script></body></html>"),
        ("content/letter-4.html", "<p>Dear reader.</p>"),
        (
          "highlights/one-1.md",
          "> The text. [⤴️](https://omnivore.app/me/one-1#h)\n\nA note on it\n\n> Second\n"
        ),
      ]))
    #expect(Set(found.formats) == [.omnivore])
    #expect(found.damaged.isEmpty)
    #expect(found.skipped == ["it is deleted"])
    let articles = Dictionary(found.articles.map { ($0.title, $0) }) { first, _ in first }
    let one = try #require(articles["One"])
    #expect(one.tags == ["go", "web"])
    #expect(one.progress == Progress(percent: 40))
    #expect(one.author == "Ada")
    #expect(one.savedAt == moment("2024-01-02T03:04:05Z"))
    #expect(one.publishedAt == moment("2023-12-31T00:00:00Z"))
    #expect(one.marks.map(\.quote) == ["The text.", "Second"])
    #expect(one.marks[0].note == "A note on it")
    let now = Timestamp(seconds: 1_750_000_000)
    let whole = try one.converted(at: now, number: 0)
    #expect(whole.body == "<p>The text.</p>\n")
    #expect(whole.article.fetch == .ready)
    #expect(whole.article.bodyHash == SHA256.hex(of: "<p>The text.</p>\n"))
    let two = try #require(articles["Two"])
    #expect(two.isArchived)
    #expect(two.progress.isFinished)
    #expect(two.html == nil)
    let letter = try #require(articles["A letter"]).converted(at: now, number: 0)
    #expect(letter.article.url.hasPrefix("urn:luego:"))
    #expect(letter.article.tags == ["mail"])
    #expect(letter.body == "<p>Dear reader.</p>\n")
  }

  @Test("wallabag's versions 1 and 2 keep texts, annotations and states") func wallabag() throws {
    let found = try Exports.read(
      """
      [{"is_archived":1,"is_starred":0,"tags":["go"],"id":1,"title":"One","url":"https://a.example/1?utm=1",
        "given_url":"https://a.example/1","content":"<p>Text <a href=\\"/x\\">link</a></p>",
        "created_at":"2016-09-08T11:55:58+0200","published_at":"2016-09-01T00:00:00+0000",
        "published_by":["Ada","Bo"],"annotations":[{"text":"why","quote":"Text"}],
        "language":"en_US","reading_time":1},
       {"is_archived":false,"is_starred":true,"tags":[],"title":"Two","url":"https://a.example/2",
        "content":"","created_at":"2016-09-08T11:55:58+0200"}]
      """)
    #expect(found.formats == [.wallabag])
    let one = try #require(found.articles.first)
    #expect(one.url == "https://a.example/1")
    #expect(one.isArchived && !one.isFavorite)
    #expect(one.author == "Ada, Bo")
    #expect(one.language == "en-US")
    #expect(one.savedAt == moment("2016-09-08T09:55:58Z"))
    #expect(one.publishedAt == moment("2016-09-01T00:00:00Z"))
    #expect(one.marks == [.init(quote: "Text", note: "why")])
    let whole = try one.converted(at: Timestamp(seconds: 1_750_000_000), number: 0)
    #expect(whole.body == "<p>Text <a href=\"https://a.example/x\">link</a></p>\n")
    #expect(found.articles[1].isFavorite)
    #expect(
      try found.articles[1].converted(at: Timestamp(seconds: 1_750_000_000), number: 0).body == nil)

    let first = try Exports.read(
      """
      [{"id":1,"title":"One","url":"https://a.example/1","is_read":"1","is_fav":"0",
        "content":"<p>Text</p>","tags":"go,web"}]
      """)
    #expect(first.formats == [.wallabag])
    #expect(first.articles.first?.isArchived == true)
    #expect(first.articles.first?.tags == ["go", "web"])
  }

  @Test("Readeck, Raindrop, Readwise Reader and Matter keep states, tags and dates") func tables()
    throws
  {
    let readeck = try Exports.read(
      """
      url,title,created,labels,is_archived,is_marked,type
      https://a.example/1,One,2024-01-02T03:04:05Z,"[""go"",""web""]",true,false,article
      https://a.example/2,Two,2024-01-02T03:04:05Z,[],false,true,photo

      """)
    #expect(readeck.formats == [.readeck])
    #expect(readeck.articles.map(\.isArchived) == [true, false])
    #expect(readeck.articles.map(\.isFavorite) == [false, true])
    #expect(readeck.articles[0].tags == ["go", "web"])

    let raindrop = try Exports.read(
      """
      id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
      1,One,my note,sum,https://a.example/1,Tech / Go,"go, web",2024-01-02T03:04:05.000Z,,"Highlight:first
      Note:mine
      Highlight:second",true
      2,Two,,,https://a.example/2,Unsorted,,2024-01-02T03:04:05.000Z,,,false

      """)
    #expect(raindrop.formats == [.raindrop])
    #expect(raindrop.articles[0].tags == ["go", "web", "Tech/Go"])
    #expect(raindrop.articles[0].note == "my note")
    #expect(raindrop.articles[0].isFavorite)
    #expect(
      raindrop.articles[0].marks == [.init(quote: "first", note: "mine"), .init(quote: "second")])
    #expect(raindrop.articles[1].tags.isEmpty)

    let readwise = try Exports.read(
      """
      Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
      One,https://a.example/1,01h,"['go', ""it's""]",2024-01-02 03:04:05+00:00,0.42,new,True
      Two,https://a.example/2,01i,[],2024-01-02 03:04:05+00:00,1.0,archive,True
      Three,https://a.example/3,01j,[],2024-01-02 03:04:05+00:00,0,shortlist,False
      Four,https://a.example/4,01k,[],2024-01-02 03:04:05+00:00,0,feed,False

      """)
    #expect(readwise.formats == [.readwise])
    #expect(readwise.articles.map(\.title) == ["One", "Two", "Three"])
    #expect(readwise.articles[0].tags == ["go", "it's"])
    #expect(readwise.articles[0].progress == Progress(percent: 42))
    #expect(readwise.articles[0].savedAt == moment("2024-01-02T03:04:05Z"))
    #expect(readwise.articles[1].isArchived)
    #expect(readwise.articles[1].progress.isFinished)
    #expect(readwise.articles[2].tags == ["shortlist"] && readwise.articles[2].isFavorite)
    #expect(readwise.skipped.count == 1)

    let matter = try Exports.read(
      """
      Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read,Highlight_Count,Last Interaction Date,File Id
      One,Ada,The Site,https://a.example/1,go;web,900,True,False,False,0,2024-01-02 03:04:05,x
      Two,,,https://a.example/2,,,False,True,True,0,2024-01-02 03:04:05,y
      Three,,,https://a.example/3,,,False,False,True,0,2024-01-02 03:04:05,z

      """)
    #expect(matter.formats == [.matter])
    #expect(matter.articles[0].author == "Ada")
    #expect(matter.articles[0].site == "The Site")
    #expect(matter.articles[0].tags == ["go", "web"])
    #expect(matter.articles.map(\.isFavorite) == [false, true, false])
    #expect(matter.articles.map(\.isArchived) == [false, false, true])
    #expect(matter.articles[1].progress.isFinished)
  }

  @Test("Karakeep's links and texts come with tags, notes and what is archived") func karakeep()
    throws
  {
    let found = try Exports.read(
      """
      {"bookmarks":[
        {"createdAt":1704164645,"title":"One","tags":["go"],"content":{"type":"link","url":"https://a.example/1"},
         "note":"mine","archived":true},
        {"createdAt":1704164646,"title":null,"tags":[],"content":{"type":"text","text":"Just words"},
         "note":null},
        {"createdAt":1704164646,"title":"Picture","tags":[],"content":{"type":"asset"}}]}
      """)
    #expect(found.formats == [.karakeep])
    #expect(found.articles.count == 2)
    #expect(found.articles[0].note == "mine")
    #expect(found.articles[0].isArchived)
    #expect(found.articles[0].savedAt == Timestamp(seconds: 1_704_164_645))
    let text = try found.articles[1].converted(at: Timestamp(seconds: 1_750_000_000), number: 0)
    #expect(text.body == "<p>Just words</p>\n")
    #expect(found.skipped.count == 1)
  }

  @Test("bookmarks of browsers, linkding and Shiori keep folders, tags, dates and descriptions")
  func bookmarks() throws {
    let found = try Exports.read(
      """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
      <TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
      <DL><p>
        <DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
        <DL><p>
          <DT><A HREF="https://a.example/1" ADD_DATE="1466000000">One</A>
          <dt><h3>Tech</h3>
          <dl><p>
            <dt><h3>Go</h3><dl><p>
            <DT><A HREF="https://a.example/2" ADD_DATE="1466000000000">Two</a>
            </dl><p>
            <DT><A HREF="https://a.example/3" ADD_DATE="1466000000000000" TAGS="x,y" TOREAD="1">Three</A>
            <DD>About it
            [linkding-notes]A note[/linkding-notes]
          </DL><p>
        </DL><p>
        <DT><A HREF="https://a.example/4" ADD_DATE="1466000000" TAGS="linkding:bookmarks.archived,z" TOREAD="0" PRIVATE="1">Four &lt;4&gt;</A>
        <DT><A HREF="javascript:alert(1)">Bookmarklet</A>
      </DL>
      """)
    #expect(found.formats == [.bookmarks])
    #expect(
      found.urls == [
        "https://a.example/1", "https://a.example/2", "https://a.example/3", "https://a.example/4",
      ])
    #expect(found.skipped.count == 1)
    #expect(found.articles.map(\.tags) == [[], ["Tech/Go"], ["x", "y", "Tech"], ["z"]])
    #expect(found.articles.prefix(4).allSatisfy { $0.savedAt == Timestamp(seconds: 1_466_000_000) })
    #expect(found.articles[2].note == "About it\nA note")
    #expect(!found.articles[2].isArchived)
    #expect(found.articles[3].isArchived)
    #expect(found.articles[3].title == "Four <4>")
  }

  @Test("of Safari's bookmarks only the reading list is imported") func safari() throws {
    let text = """
      <!DOCTYPE NETSCAPE-Bookmark-file-1><HTML><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
      <DT><H3 FOLDED>Favorites</H3><DL><p><DT><A HREF="https://a.example/no">No</A></DL><p>
      <DT><H3 FOLDED id="com.apple.ReadingList">Reading List</H3>
      <DL><p>
      <DT><A HREF="https://a.example/1">One</A>
      <DT><A HREF="https://a.example/2">Two</A>
      </DL><p></HTML>
      """
    let found = try Exports.read(text)
    #expect(found.formats == [.safari])
    #expect(found.urls == ["https://a.example/1", "https://a.example/2"])
    #expect(found.articles.allSatisfy { $0.tags.isEmpty })
    let all = try Exports.read(text, as: .bookmarks)
    #expect(all.formats == [.bookmarks])
    #expect(all.articles.count == 3)
    #expect(all.articles[0].tags == ["Favorites"])
  }

  @Test("OPML's links are articles, its feeds sources") func opml() throws {
    let found = try Exports.read(
      """
      <?xml version="1.0"?><opml version="2.0"><body>
      <outline text="Blogs"><outline type="rss" text="F" xmlUrl="https://a.example/feed"/></outline>
      <outline type="link" text="A page" url="https://a.example/page"/>
      <outline type="link" text="Broken" url="javascript:x"/>
      </body></opml>
      """)
    #expect(found.formats == [.opml])
    #expect(found.feeds == ["https://a.example/feed"])
    #expect(found.urls == ["https://a.example/page"])
    #expect(found.articles[0].title == "A page")
    #expect(found.damaged.count == 1)
  }

  @Test("newsboat's list of feeds has sources and no articles, unless it is read as text")
  func newsboat() throws {
    let list = """
      # mine
      https://a.example/feed "slow web"
      https://b.example/x news "~B"
      "query:Unread:unread = \\"yes\\""

      """
    let found = try Exports.read(list)
    #expect(found.formats == [.newsboat] && found.urls.isEmpty)
    #expect(found.feeds == ["https://a.example/feed", "https://b.example/x"])
    #expect(found.skipped == ["it is a query of newsboat"] && found.damaged.isEmpty)
    let told = try Exports.read(list, as: .text)
    #expect(told.urls == ["https://a.example/feed", "https://b.example/x"])
    let tagged = "https://a.example/1 one\nhttps://a.example/2\n"
    #expect(try Exports.read(tagged.utf8, named: "urls").formats == [.newsboat])
    #expect(try Exports.read(tagged.utf8, named: "urls.txt").formats == [.text])
    let wrong = try Exports.read("https://a.example/1\nnothing\n", as: .newsboat)
    #expect(wrong.damaged == ["2: it has no web address"])
  }

  @Test("every address in text, Markdown, OneTab's lists and mails is found, in order") func text()
    throws
  {
    let found = try Exports.read(
      """
      Read https://a.example/1, then (https://a.example/2).
      - [Three](https://a.example/3_(x)) and <https://a.example/4>
      https://a.example/5 | The fifth

      """)
    #expect(found.formats == [.text])
    #expect(
      found.urls == [
        "https://a.example/1", "https://a.example/2", "https://a.example/3_(x)",
        "https://a.example/4", "https://a.example/5",
      ])
    #expect(found.articles[4].title == "The fifth")
    let mail = try Exports.read(
      "From: a@a.example\nSubject: Hi\nDate: today\n\nSee https://a.example/mail now.\n")
    #expect(mail.urls == ["https://a.example/mail"])
  }

  @Test("Luego's own format gives back records and texts byte for byte") func luego() throws {
    let record = """
      {
        "format": 1,
        "id": "x",
        "canonicalURL": "https://a.example/",
        "savedAt": "2024-01-01T00:00:00Z",
        "strange": [1.50, "é\\u0007"]
      }

      """
    let spelled = record.replacing("  \"id\"", with: " \"id\"")
    let articles = [
      StoredArticle(record: record, body: "<p>One \"two\"</p>\n"),
      StoredArticle(record: spelled, body: nil),
    ]
    let text = articles.map { LuegoJSON.line(of: $0) + "\n" }.joined()
    #expect(text.split(separator: "\n").count == 2)
    let found = try Exports.read(text)
    #expect(found.formats == [.json])
    #expect(found.stored == articles)
    let lines = articles.map { LuegoJSON.line(of: $0) }
    let spread = try lines.map { try JSON(parsing: $0).pretty }
    let indented = spread.map { "  " + $0.replacing("\n", with: "\n  ") }
    let spellings: [String] = [
      "[\(lines.joined(separator: ","))]", "[\n\(lines.joined(separator: ",\n"))\n]\n",
      "[\(lines.joined(separator: ",\n"))]", spread.joined(),
      "[\n\(indented.joined(separator: ",\n"))]",
    ]
    for other in spellings {
      #expect(try Exports.read(other).stored == articles, "\(other.prefix(200))")
    }
    let damaged = try Exports.read(lines[0] + "\n" + lines[1].dropLast(3) + "\n" + lines[0])
    #expect(damaged.stored.count == 2 && damaged.damaged.count == 1)
  }

  @Test("a table with a column of addresses needs no name") func otherTable() throws {
    let found = try Exports.read("name;link;tags\nOne;https://a.example/1;a,b\n")
    #expect(found.formats == [.csv])
    #expect(found.articles.first?.title == "One")
    #expect(found.articles.first?.tags == ["a", "b"])
  }

  @Test(
    "a table may name its separator, begin below other lines, and be in Windows-1252",
    arguments: [
      "sep=;\r\nname;link;tags\r\nÖfen;https://a.example/1;a,b\r\n",
      "Shelf of Ada\nMade 2024-01-02\n\nid,name,link,tags\n1,Öfen,https://a.example/1,\"a,b\"\n",
      "name\tlink\ttags\nÖfen\thttps://a.example/1\ta,b\n",
    ])
  func looseHeaders(text: String) throws {
    for bytes in [Array(text.utf8), text.unicodeScalars.map { UInt8($0.value) }] {
      let found = try Exports.read(bytes)
      #expect(found.formats == [.csv] && found.problem == nil, "\(found)")
      #expect(
        found.articles.map(\.title) == ["Öfen"] && found.articles.map(\.tags) == [["a", "b"]])
    }
  }

  @Test("columns mean what their words say, and numbers in a status nothing") func columnWords()
    throws
  {
    let found = try Exports.read(
      """
      Key,Url,Title,Date,Date Added,My Tags,Automatic Tags,Percentage,Thumbnail Url,status,deleted_at
      1,https://a.example/1,One,2020-05-04,2024-01-02 03:04:05,"go; slow web",x,5,https://no.example/,1,
      2,https://a.example/2,Two,,,,,,,,2024-01-02 03:04:05
      """)
    let article = try #require(found.articles.first)
    #expect(found.articles.count == 1 && found.skipped == ["it is deleted"])
    #expect(article.tags == ["go", "slow web"] && !article.isArchived)
    #expect(article.publishedAt == moment("2020-05-04T00:00:00Z"))
    #expect(article.savedAt == moment("2024-01-02T03:04:05Z"))
  }

  @Test("the entries of a feed are articles, and the addresses it declares are none") func feed()
    throws
  {
    let found = try Exports.read(
      """
      <?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>F</title>
      <entry><title>One</title><link href="https://a.example/1"/><updated>2024-01-02T03:04:05Z</updated>
      <content type="html">&lt;p>Text</content></entry></feed>
      """)
    #expect(found.formats == [.feed] && found.urls == ["https://a.example/1"])
    #expect(found.articles[0].title == "One" && found.articles[0].html == "<p>Text")
    #expect(found.doubts.first?.contains("luego sources add") == true)
  }

  @Test(
    "a link in a text has the title that its syntax gives it, and ends where that does",
    arguments: [
      ("* [[https://a.example/1][One]] :go:web:", "https://a.example/1 One go web"),
      ("- [One [1]](https://a.example/1), and", "https://a.example/1 One [1]"),
      ("[![x](https://a.example/i)](https://a.example/1)", "https://a.example/i x"),
      ("[One](<https://a.example/1>) <!-- TAGS: go,web -->", "https://a.example/1 One go web"),
      ("see [https://a.example/1 One] there", "https://a.example/1 One"),
      ("https://a.example/1[One]", "https://a.example/1[One] "),
      ("`One <https://a.example/1>`_", "https://a.example/1 One"),
      ("[https://a.example/1]", "https://a.example/1 "),
      ("https://a.example/[1]", "https://a.example/[1] "),
      ("'https://a.example/1'", "https://a.example/1 "),
    ])
  func titles(line: String, says: String) throws {
    let found = try #require(TextLinks.found(in: line).first)
    #expect(([found.link.given, found.title] + found.tags).joined(separator: " ") == says)
  }

  @Test("brackets without number are read at once") func brackets() throws {
    for pair in [("(", ")"), ("[", "]")] {
      let text =
        String(repeating: pair.0, count: 200_000) + "http://a.example/"
        + String(repeating: pair.1, count: 200_000)
      #expect(try Exports.read(text).urls == ["http://a.example/"])
    }
  }

  @Test("a page that is no export is told from one") func noExport() throws {
    let page = "<!doctype html><html><body><p><a href='https://a.example/1'>x</a></body></html>"
    #expect(try Exports.read(page).problem?.hasPrefix("it is a web page") == true)
    #expect(try Exports.read(page, as: .bookmarks).urls == ["https://a.example/1"])
    #expect(try Exports.read("{\"some\": 1}").problem?.hasPrefix("its format is not known") == true)
  }

  @Test("a pipe that nothing comes from can be left", .timeLimit(.minutes(25))) func idlePipe()
    throws
  {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    var counts: [Int] = []
    let reader = ImportReader(
      "/dev/fd/\(ends[0])", as: .pocket,
      progress: {
        counts.append($0)
        return false
      })
    // Nothing at all is not a table, which is for the caller to judge, who ended it.
    #expect(throws: ExchangeProblem.self) {
      try reader.read { _, _ in
        Issue.record("something was found")
        return true
      }
    }
    #expect(counts.first == 0)
  }
}
