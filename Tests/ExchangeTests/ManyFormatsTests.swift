import Exchange
import ReadingList
import Testing

/// A file of a format, and what it says, an article a line.
private struct Fixture: CustomTestStringConvertible, Sendable {
  var format: ExchangeFormat
  var text: String
  var says: [String]
  var skipped = 0

  var testDescription: String { format.rawValue }
}

extension ImportedArticle {
  /// All that was understood of it, in one line.
  var line: String {
    var parts = [url, title] + tags.map { "#" + $0 }
    if isArchived { parts.append("archived") }
    if isFavorite { parts.append("favorite") }
    if let savedAt { parts.append("@\(savedAt.milliseconds / 1000)") }
    if progress > .none { parts.append("\(progress.percent)%") }
    if !author.isEmpty { parts.append("by " + author) }
    if !excerpt.isEmpty { parts.append("about " + excerpt) }
    if !note.isEmpty { parts.append("note " + note.replacing("\n", with: "/")) }
    if !image.isEmpty { parts.append("image " + image) }
    if let html { parts.append("text " + html) }
    parts += marks.map { "“\($0.quote)”" + ($0.note.isEmpty ? "" : " (\($0.note))") }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

@Suite("Formats of other programs") struct ManyFormatsTests {
  /// Made from what is written of each format; 2024-01-02T03:04:05Z is 1704164645.
  fileprivate static let fixtures: [Fixture] = [
    Fixture(
      format: .pocket,
      text: #"""
        title,url,time_added,tags,status
        "One, ""quoted""",https://a.example/1,1466000000,go|slow web,unread
        https://a.example/2,https://a.example/2,1466000001,,archive

        """#,
      says: [
        "https://a.example/1 One, \"quoted\" #go #slow web @1466000000",
        "https://a.example/2 https://a.example/2 archived @1466000001",
      ]),
    Fixture(
      format: .pocket,
      text:
        "\u{feff}title,url,time_added,cursor,tags,status\r\nX,https://a.example/x,1466000000,c,t,archive\r\n",
      says: ["https://a.example/x X #t archived @1466000000"]),
    Fixture(
      format: .pocketHTML,
      text: """
        <!DOCTYPE html><html><head><title>Pocket Export</title></head><body>
        <h1>Unread</h1><ul>
        <li><a href="https://a.example/?a=1&amp;b=2" time_added="1466000000" tags="x,y">T &amp; U</a></li>
        </ul>
        <h1>Read Archive</h1><ul>
        <li><a href="https://a.example/2" time_added="1466000001" tags="">Two</a></li>
        </ul></body></html>
        """,
      says: [
        "https://a.example/?a=1&b=2 T & U #x #y @1466000000",
        "https://a.example/2 Two archived @1466000001",
      ]),
    Fixture(
      format: .instapaper,
      text: """
        URL,Title,Selection,Folder,Timestamp,Tags
        https://a.example/1,One,"a passage
        of two lines",Unread,1466000000,"[""go"", ""web""]"
        https://a.example/2,Two,,Archive,1466000001,[]
        https://a.example/3,Three,,Starred,1466000002,[]
        https://a.example/4,Four,,Recipes,1466000003,[]

        """,
      says: [
        "https://a.example/1 One #go #web @1466000000 “a passage\nof two lines”",
        "https://a.example/2 Two archived @1466000001",
        "https://a.example/3 Three favorite @1466000002",
        "https://a.example/4 Four #Recipes @1466000003",
      ]),
    Fixture(
      format: .instapaper,
      text: "URL,Title,Selection,Folder\nhttps://a.example/1,One,,Archive\n",
      says: ["https://a.example/1 One archived"]),
    Fixture(
      format: .wallabag,
      text: """
        [{"is_archived":1,"is_starred":0,"tags":["go"],"id":1,"title":"One","url":"https://a.example/1?utm=1",
          "given_url":"https://a.example/1","content":"<p>Text</p>",
          "created_at":"2016-09-08T11:55:58+0200","published_at":"2016-09-01T00:00:00+0000",
          "published_by":["Ada","Bo"],"annotations":[{"text":"why","quote":"Text"}],
          "language":"en_US","reading_time":1},
         {"is_archived":false,"is_starred":true,"tags":[],"title":"Two","url":"https://a.example/2",
          "content":"","created_at":"2016-09-08T11:55:58+0200"}]
        """,
      says: [
        "https://a.example/1 One #go archived @1473328558 by Ada, Bo text <p>Text</p> “Text” (why)",
        "https://a.example/2 Two favorite @1473328558",
      ]),
    Fixture(
      format: .wallabag,
      text: """
        [{"id":1,"title":"One","url":"https://a.example/1","is_read":"1","is_fav":"0",
          "content":"<p>Text</p>","tags":"go,web"}]
        """, says: ["https://a.example/1 One #go #web archived text <p>Text</p>"]),
    Fixture(
      format: .readeck,
      text: """
        url,title,created,labels,is_archived,is_marked,type
        https://a.example/1,One,2024-01-02T03:04:05Z,"[""go"",""web""]",true,false,article
        https://a.example/2,Two,2024-01-02T03:04:05Z,[],false,true,photo

        """,
      says: [
        "https://a.example/1 One #go #web archived @1704164645",
        "https://a.example/2 Two favorite @1704164645",
      ]),
    Fixture(
      format: .raindrop,
      text: """
        id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
        1,One,my note,sum,https://a.example/1,Tech / Go,"go, web",2024-01-02T03:04:05.000Z,,"Highlight:first
        Note:mine
        Highlight:second",true
        2,Two,,,https://a.example/2,Unsorted,,2024-01-02T03:04:05.000Z,,,false

        """,
      says: [
        "https://a.example/1 One #go #web #Tech/Go favorite @1704164645 about sum note my note “first” (mine) “second”",
        "https://a.example/2 Two @1704164645",
      ]),
    Fixture(
      format: .readwise,
      text: """
        Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
        One,https://a.example/1,01h,"['go', ""it's""]",2024-01-02 03:04:05+00:00,0.42,new,True
        Two,https://a.example/2,01i,[],2024-01-02 03:04:05+00:00,1.0,archive,True
        Three,https://a.example/3,01j,[],2024-01-02 03:04:05+00:00,0,shortlist,False
        Four,https://a.example/4,01k,[],2024-01-02 03:04:05+00:00,0,feed,False

        """,
      says: [
        "https://a.example/1 One #go #it's @1704164645 42%",
        "https://a.example/2 Two archived @1704164645 100%",
        "https://a.example/3 Three #shortlist favorite @1704164645",
      ], skipped: 1),
    Fixture(
      format: .matter,
      text: """
        Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read,Highlight_Count,Last Interaction Date,File Id
        One,Ada,The Site,https://a.example/1,go;web,900,True,False,False,0,2024-01-02 03:04:05,x
        Two,,,https://a.example/2,,,False,True,True,0,2024-01-02 03:04:05,y
        Three,,,https://a.example/3,,,False,False,True,0,2024-01-02 03:04:05,z

        """,
      says: [
        "https://a.example/1 One #go #web @1704164645 by Ada",
        "https://a.example/2 Two favorite @1704164645 100%",
        "https://a.example/3 Three archived @1704164645 100%",
      ]),
    Fixture(
      format: .karakeep,
      text: """
        {"bookmarks":[
          {"createdAt":1704164645,"title":"One","tags":["go"],"content":{"type":"link","url":"https://a.example/1"},
           "note":"mine","archived":true},
          {"createdAt":1704164646,"title":"Picture","tags":[],"content":{"type":"asset"}}]}
        """, says: ["https://a.example/1 One #go archived @1704164645 note mine"], skipped: 1),
    Fixture(
      format: .bookmarks,
      text: """
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
        """,
      says: [
        "https://a.example/1 One @1466000000", "https://a.example/2 Two #Tech/Go @1466000000",
        "https://a.example/3 Three #x #y #Tech @1466000000 note About it/A note",
        "https://a.example/4 Four <4> #z archived @1466000000",
      ], skipped: 1),
    Fixture(
      format: .pinboard,
      text: """
        [{"href":"https://a.example/1","description":"One","extended":"First\\n  second\\n\\nlast","meta":"m",
          "hash":"h","time":"2024-01-02T03:04:05Z","shared":"yes","toread":"yes","tags":"go slow_web"},
         {"href":"https://a.example/2","description":"Two","extended":"","time":"2024-01-02T03:04:05Z",
          "shared":"no","toread":"no","tags":""}]
        """,
      says: [
        "https://a.example/1 One #go #slow_web @1704164645 note First/  second//last",
        "https://a.example/2 Two archived @1704164645",
      ]),
    Fixture(
      format: .linkding,
      text: """
        {"count":2,"next":null,"previous":null,"results":[
          {"id":1,"url":"https://a.example/1","title":"One","description":"Short","notes":"A\\n\\n  B",
           "is_archived":true,"unread":false,"shared":false,"tag_names":["go","web"],
           "date_added":"2024-01-02T03:04:05Z","preview_image_url":null},
          {"id":2,"url":"https://a.example/2","title":"","is_archived":false,"unread":true,"tag_names":[],
           "date_added":"2024-01-02T03:04:05Z"}]}
        """,
      says: [
        "https://a.example/1 One #go #web archived @1704164645 about Short note A//  B",
        "https://a.example/2 @1704164645",
      ]),
    Fixture(
      format: .links,
      text: """
        {"id":1,"name":"Somebody","username":"x","collections":[
          {"id":2,"name":"Reading","parentId":null,"links":[
            {"id":3,"name":"One","type":"url","description":"D","url":"https://a.example/1","collectionId":2,
             "createdAt":"2024-01-02T03:04:05.000Z","tags":[{"id":1,"name":"go"}]}]},
          {"id":4,"name":"Unorganized","links":[
            {"id":5,"name":"Two","url":"https://a.example/2","collectionId":4,"tags":[]}]}],
         "pinnedLinks":[]}
        """,
      says: ["https://a.example/1 One #go #Reading @1704164645 about D", "https://a.example/2 Two"]),
    Fixture(
      format: .links,
      text: """
        {"collections":[
          {"id":7,"name":"Deep","parentId":2,"links":[
            {"id":3,"name":"One","url":"https://a.example/1","collectionId":7,"tags":[{"name":"go"}]}]},
          {"id":2,"name":"Reading","parentId":null,"links":[
            {"id":5,"name":"Two","url":"https://a.example/2","collectionId":2,"tags":[]}]}],
         "pinnedLinks":[{"id":5}]}
        """,
      says: [
        "https://a.example/1 One #go #Reading/Deep", "https://a.example/2 Two #Reading favorite",
      ]),
    Fixture(
      format: .links,
      text: """
        [{"url":"https://a.example/1","title":"One","summary":"S","author":"Ada","tags":["go"],
          "starred":true,"addedAt":1704164645.25},
         {"url":"https://a.example/2","title":"Two","tags":[],"starred":false,"addedAt":1704164645,
          "readAt":1704164700}]
        """,
      says: [
        "https://a.example/1 One #go favorite @1704164645 by Ada about S",
        "https://a.example/2 Two archived @1704164645",
      ]),
    Fixture(
      format: .links,
      text: """
        {"guid":"root________","title":"","index":0,"typeCode":2,"type":"text/x-moz-place-container",
         "root":"placesRoot","children":[
          {"guid":"menu________","title":"menu","typeCode":2,"root":"bookmarksMenuFolder","children":[
            {"guid":"abcdefghijkl","title":"Tech","typeCode":2,"children":[
              {"guid":"bbcdefghijkl","title":"One","typeCode":1,"uri":"https://a.example/1",
               "dateAdded":1704164645000000,"tags":"go,web"},
              {"guid":"cbcdefghijkl","typeCode":3,"type":"text/x-moz-place-separator"}]},
            {"guid":"dbcdefghijkl","title":"Recent","typeCode":1,"uri":"place:sort=8"}]},
          {"guid":"toolbar_____","title":"toolbar","typeCode":2,"children":[
            {"guid":"ebcdefghijkl","title":"Two","typeCode":1,"uri":"https://a.example/2",
             "dateAdded":1704164645000000}]}]}
        """,
      says: [
        "https://a.example/1 One #go #web #Tech @1704164645", "https://a.example/2 Two @1704164645",
      ], skipped: 1),
    Fixture(
      format: .links,
      text: """
        {"checksum":"c","roots":{
          "bookmark_bar":{"children":[
            {"children":[{"date_added":"13348638245000000","guid":"g","id":"3","name":"One","type":"url",
              "url":"https://a.example/1"}],"date_added":"1","id":"2","name":"Tech","type":"folder"}],
            "id":"1","name":"Bookmarks bar","type":"folder"},
          "other":{"children":[{"date_added":"13348638245000000","id":"5","name":"Two","type":"url",
            "url":"https://a.example/2"},{"name":"Settings","type":"url","url":"chrome://settings/"}],
            "id":"4","name":"Other bookmarks","type":"folder"},
          "synced":{"children":[],"id":"6","name":"Mobile bookmarks","type":"folder"}},"version":1}
        """,
      says: ["https://a.example/1 One #Tech @1704164645", "https://a.example/2 Two @1704164645"],
      skipped: 1),
    Fixture(
      format: .links,
      text: """
        [{"windows":{"1":{"10":{"id":10,"url":"https://a.example/1","title":"One","active":true},
            "11":{"id":11,"url":"about:config","title":"Config"}}},
          "windowsNumber":1,"windowsInfo":{"1":{"id":1,"type":"normal"}},"tabsNumber":2,"name":"Research",
          "date":1704164645000,"tag":[],"sessionStartTime":1704164000000,"id":"x"}]
        """, says: ["https://a.example/1 One #Research @1704164645"], skipped: 1),
    Fixture(
      format: .karakeep,
      text: """
        {"bookmarks":[
          {"createdAt":1704164645,"title":"One","tags":["go"],"lists":["l2"],"archived":false,
           "content":{"type":"link","url":"https://a.example/1"},"note":"a\\n\\n  b"}],
         "lists":[{"id":"l1","name":"Work","type":"manual","parentId":null},
           {"id":"l2","name":"Later","type":"manual","parentId":"l1"}]}
        """, says: ["https://a.example/1 One #go #Work/Later @1704164645 note a//  b"]),
    Fixture(
      format: .wallabag,
      text: """
        [{"is_archived":0,"is_starred":1,"tags":["go"],"title":"One","url":"https://a.example/1",
          "content":"<p>Text</p>","created_at":"2024-01-02T03:04:05+0000","http_status":"200",
          "preview_picture":"https://a.example/1.jpg"},
         {"is_archived":1,"is_starred":0,"tags":[],"title":"Two","url":"https://a.example/2",
          "content":"wallabag can't retrieve contents for this article. Please look for help."},
         {"is_archived":0,"title":"Three","url":"https://a.example/3","content":"<p>Not found</p>",
          "http_status":"404"},
         {"is_archived":0,"title":"Four","url":"https://a.example/4","content":"<p>Odd</p>",
          "is_not_parsed":1},
         {"is_archived":0,"title":"Five","url":"https://a.example/5",
          "content":"<p>Oh, what a shame, no content was found.</p>"}]
        """,
      says: [
        "https://a.example/1 One #go favorite @1704164645 image https://a.example/1.jpg text <p>Text</p>",
        "https://a.example/2 Two archived", "https://a.example/3 Three", "https://a.example/4 Four",
        "https://a.example/5 Five",
      ]),
    Fixture(
      format: .wallabagCSV,
      text: """
        Title;URL;Content;Tags;"MIME Type";Language;"Creation date"
        One;https://a.example/1;"<p>Text; more</p>";"go, web";text/html;en;"02/01/2024 03:04:05"
        Two;https://a.example/2;"wallabag can't retrieve contents for this article.";;text/html;en;"13/01/2024 03:04:05"

        """,
      says: [
        "https://a.example/1 One #go #web @1704164645 text <p>Text; more</p>",
        "https://a.example/2 Two @1705115045",
      ]),
    Fixture(
      format: .readeck,
      text: """
        url,title,created,folder,labels
        https://a.example/1,One,2024-01-02T03:04:05Z,Archive,"[""go""]"
        https://a.example/2,Two,2024-01-02T03:04:05Z,Unread,[]

        """,
      says: [
        "https://a.example/1 One #go archived @1704164645", "https://a.example/2 Two @1704164645",
      ]),
    Fixture(
      format: .readwise,
      text: """
        Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
        One,https://a.example/1,1,"['go', 'favorite']",2024-01-02 03:04:05+00:00,1.0,later,True
        Two,https://a.example/2,2,[],2024-01-02 03:04:05+00:00,0.25,archive,True

        """,
      says: [
        "https://a.example/1 One #go favorite @1704164645 100%",
        "https://a.example/2 Two archived @1704164645 25%",
      ]),
    Fixture(
      format: .raindrop,
      text: """
        url,folder,title,note,tags,created,highlights,cover
        https://a.example/1,Tech / Go,One,"first

          second","go, slow web",2024-01-02T03:04:05Z,"Highlight:marked
        Note:why",https://a.example/1.png

        """,
      says: [
        "https://a.example/1 One #go #slow web #Tech/Go @1704164645 note first//  second image https://a.example/1.png “marked” (why)"
      ]),
    Fixture(
      format: .bookmarks,
      text: """
        <DL><p>
        <DT><A HREF="https://a.example/1" ADD_DATE="1704164645">One &lt;/A&gt; more</A>
        <DD>See <A HREF="https://no.example/">this</A>
          and that

        last
        <DT><A HREF="https://a.example/2" ADD_DATE="1704164645" description="Of Scuttle" tags="go,web">Two</A>
        <DT><A HREF="/shaare/abc" ADD_DATE="1704164645" TAGS="note">Mine</A>
        <DD>Only words
        <DT><A HREF="https://a.example/3" ADD_DATE="1704164645" TOREAD="0">Three</A>
        </DL><p>
        """,
      says: [
        "https://a.example/1 One </A> more @1704164645 note See this/  and that//last",
        "https://a.example/2 Two #go #web @1704164645 note Of Scuttle",
        "/shaare/abc Mine #note @1704164645 text <p>Only words</p>",
        "https://a.example/3 Three archived @1704164645",
      ]),
    Fixture(
      format: .bookmarks,
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <posts user="x"><post href="https://a.example/1" description="One &amp; all" extended="Mine" tag="go web"
          time="2024-01-02T03:04:05Z" /></posts>
        """, says: ["https://a.example/1 One & all #go #web @1704164645 note Mine"]),
    Fixture(
      format: .links,
      text: """
        {"version":3,"articles":[{"link":"https://a.example/1","name":"One","keywords":"go, web",
          "saved":"2024-01-02T03:04:05Z","comment":"Mine"}]}
        """, says: ["https://a.example/1 One #go #web @1704164645 note Mine"]),
    Fixture(
      format: .links,
      text: """
        {"url":"https://a.example/1","title":"One","tags":[]}
        {"url":"https://a.example/2","title":"Two","tags":["go"]}
        """, says: ["https://a.example/1 One", "https://a.example/2 Two #go"]),
    Fixture(
      format: .links,
      text: """
        {"backup": {"by": "x", "feed_url": "https://no.example/f", "parts": [
          {"story_title": "One", "story_permalink": "https://a.example/1", "story_authors": "Ada",
           "user_tags": ["go"], "starred_date": "a while ago", "starred_timestamp": 1704164645,
           "image_url": "https://no.example/i.png", "status": 1},
          {"data": {"pane": {"savedURL": "https://a.example/2", "savedTitle": "Two",
            "author": {"profile_url": "https://no.example/u"}, "self": {"href": "https://no.example/s"}}}}]}}
        """,
      says: [
        "https://a.example/1 One #go @1704164645 by Ada image https://no.example/i.png",
        "https://a.example/2 Two",
      ]),
    Fixture(
      format: .links,
      text: """
        <?xml version="1.0"?><!DOCTYPE shelf SYSTEM "https://no.example/shelf.dtd">
        <shelf xmlns="https://no.example/ns"><row><link>https://a.example/1</link><title>One &amp; more</title>
        <tags>go, web</tags></row><row link="https://a.example/2?x=1&amp;y=2">Two</row></shelf>
        """, says: ["https://a.example/1 One & more #go #web", "https://a.example/2?x=1&y=2 Two"]),
    Fixture(
      format: .links,
      text: """
        <articles version="1"><article><title><![CDATA[One & more]]></title><link>https://a.example/1</link>
        <content><![CDATA[<p>Text</p>]]></content><feed_url>https://no.example/</feed_url></article>
        <article><link>https://a.example/2</link><title>Two</title></article></articles>
        """, says: ["https://a.example/1 One & more text <p>Text</p>", "https://a.example/2 Two"]),
    Fixture(
      format: .googleReader,
      text: """
        {"id":"user/-/state/com.google/starred","self":{"href":"https://no.example/api"},"items":[
          {"title":"One &lt;1&gt;","published":1700000000,"starred":1704164645,"author":"Ada",
           "categories":["user/7/state/com.google/read","user/7/label/slow web"],
           "canonical":[{"href":"https://a.example/1"}],"alternate":[{"href":"https://a.example/1?f"}],
           "summary":{"content":"<p>Text</p>"},"origin":{"htmlUrl":"https://no.example/"}},
          {"title":"Two","alternate":[{"href":"https://a.example/2","type":"text/html"}],"categories":[]}]}
        """,
      says: [
        "https://a.example/1 One <1> #slow web @1704164645 by Ada text <p>Text</p>",
        "https://a.example/2 Two",
      ]),
    Fixture(
      format: .safariPlist,
      text: """
        <?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/x.dtd">
        <plist version="1.0"><dict><key>Children</key><array>
        <dict><key>Title</key><string>BookmarksBar</string><key>Children</key><array><dict><key>URLString</key>
        <string>https://no.example/</string><key>WebBookmarkType</key><string>WebBookmarkTypeLeaf</string></dict></array></dict>
        <dict><key>Title</key><string>com.apple.ReadingList</string><key>Children</key><array><dict>
        <key>ReadingList</key><dict><key>DateAdded</key><date>2024-01-02T03:04:05Z</date></dict>
        <key>URIDictionary</key><dict><key>title</key><string>One &amp; more</string></dict>
        <key>URLString</key><string>https://a.example/1</string></dict></array></dict></array></dict></plist>
        """, says: ["https://a.example/1 One & more @1704164645"]),
    Fixture(
      format: .links,
      text: """
        <?xml version="1.0"?><!DOCTYPE xbel PUBLIC "+//IDN x" "http://no.example/xbel.dtd">
        <xbel><title>All</title><folder><title>Sky</title><folder><title>Low</title>
        <bookmark href="https://a.example/1?a=1&amp;b=2" added="2024-01-02T03:04:05Z"><title>One &amp; more</title>
        <desc>Thin</desc></bookmark></folder></folder><bookmark href="https://a.example/2"/>
        <bookmark href="place:x"/></xbel>
        """,
      says: [
        "https://a.example/1?a=1&b=2 One & more #Sky/Low @1704164645 note Thin",
        "https://a.example/2",
      ], skipped: 1),
    Fixture(
      format: .evernote,
      text: """
        <?xml version="1.0"?><!DOCTYPE en-export SYSTEM "http://no.example/e.dtd"><en-export>
        <note><title>One</title><content><![CDATA[<!DOCTYPE en-note><en-note><div>Text <a href="https://b.example/">b</a></div></en-note>]]></content>
        <created>20240102T030405Z</created><tag>go</tag><tag>slow web</tag><note-attributes><author>Ada</author>
        <source-url>https://a.example/1</source-url></note-attributes><resource><mime>image/png</mime></resource>
        <resource><mime>image/png</mime></resource></note>
        <note><title>Mine</title><content>&lt;p>Words</content></note></en-export>
        """,
      says: [
        "https://a.example/1 One #go #slow web @1704164645 by Ada text <!DOCTYPE en-note><en-note><div>Text <a href=\"https://b.example/\">b</a></div></en-note>",
        "Mine text <p>Words",
      ]),
  ]

  @Test("of each format all is understood, and it is told from all others", arguments: fixtures)
  fileprivate func formats(_ fixture: Fixture) throws {
    let found = try Exports.read(fixture.text)
    #expect(found.formats == [fixture.format] && found.problem == nil, "\(found)")
    #expect(found.articles.map(\.line) == fixture.says)
    #expect(found.damaged.isEmpty && found.skipped.count == fixture.skipped)
    #expect(found.articles.allSatisfy { $0.remarks.isEmpty })
  }

  @Test("Omnivore's notes are the article's, but for those below a passage")
  func omnivoreNotes() throws {
    func read(_ markdown: String) throws -> ImportedArticle {
      let found = try Exports.read(
        StoredZip.archive([
          ("highlights/one.md", markdown), ("content/one.html", "<p>x</p>"),
          (
            "metadata_0_to_20.json",
            #"[{"slug":"one","title":"One","url":"https://a.example/1","state":"Active","savedAt":""}]"#
          ),
        ]))
      return try #require(found.articles.first)
    }
    #expect(try read("Alone\n\nand more").note == "Alone\n\nand more")
    let before = try read("Before\n\n> Quote\n\nOn it")
    #expect(before.note == "Before" && before.marks == [.init(quote: "Quote", note: "On it")])
    let passage = try read(
      "> One [⤴️](https://omnivore.app/x)\n>\n> more\n\nOn it\n\nTwice\n\n> Two")
    #expect(passage.note.isEmpty && passage.marks.map(\.note) == ["On it\nTwice", ""])
    #expect(passage.marks.map(\.quote) == ["One", "Two"])
  }

  @Test("of an archive collections are tags, and what is no list of articles is no failure")
  func archive() throws {
    let found = try Exports.read(
      StoredZip.archive([
        (
          "part_000000.csv", "title,url,time_added,tags,status\nOne,https://a.example/1,1,,unread\n"
        ),
        (
          "collections/1.json",
          #"{"title":"Best","items":[{"url":"https://a.example/1","title":"One","note":"Mine"}]}"#
        ),
        ("settings.json", #"{"theme": "dark"}"#),
        ("index.html", "<html><body>Hello</body></html>"), ("readme.txt", "Nothing to see"),
        ("empty.csv", ""),
      ]))
    #expect(found.problem == nil && found.damaged.isEmpty && found.skipped.count == 4)
    #expect(found.formats == [.pocket, .pocketCollections])
    #expect(found.articles.last?.tags == ["Best"] && found.articles.last?.isAddition == true)
    let none = try Exports.read(StoredZip.archive([("readme.txt", "Nothing to see")]))
    #expect(none.problem == "the archive holds nothing that can be imported")
  }

  @Test("what is not understood is refused with what it looks like") func refusals() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]
    #expect(try Exports.read(png).problem == "it is a picture, not an export or a text")
    #expect(try Exports.read("").problem == "it is empty")
    #expect(try Exports.read(" \n").problem == "it is empty")
    #expect(
      try Exports.read(#"{"a": [{"b": {"link": "x"}}]}"#).problem?.hasPrefix(
        "its format is not known") == true)
    #expect(try Exports.read(#"{"link": {"a": 1}}"#).problem?.hasPrefix("its format") == true)
    #expect(
      try Exports.read("{\\rtf1 Herons stand.}").problem
        == "it is rich text (RTF), not an export or a text")
    for empty in ["[]", "title,url\n", "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL></DL>", "<opml/>"] {
      #expect(try Exports.read(empty).problem != nil, "\(empty)")
    }
    for text in ["Some words\n", "name,color,size\na,b,c\n"] {
      #expect(try Exports.read(text).problem == "it is a text without a web address")
    }
  }

  @Test("of every format that is read there is a file here or beside") func complete() {
    let others: Set<ExchangeFormat> = [
      .pocketAnnotations, .pocketCollections, .omnivore, .safari, .opml, .feed, .newsboat, .json,
      .csv, .text,
    ]
    let here = Set(Self.fixtures.map(\.format))
    #expect(here.union(others) == Set(ExchangeFormat.allCases) && here.isDisjoint(with: others))
  }

  @Test(
    "a table without a header is a text with addresses, a row with more values stays, and is told")
  func looseTables() throws {
    #expect(
      try Exports.read("https://a.example/1,One\nhttps://a.example/2,Two\n").urls == [
        "https://a.example/1,One", "https://a.example/2,Two",
      ])
    let found = try #require(
      try Exports.read("url,title\nhttps://a.example/1,One,more\n").articles.first)
    #expect(found.line == "https://a.example/1 One" && found.remarks.count == 1)
  }

  @Test("bookmarks with the description before the link, and what is no page of the web")
  func looseBookmarks() throws {
    let found = try Exports.read(
      """
      <!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>
      <DT><DD>First</DD>
      <A HREF="https://a.example/1" ADD_DATE="1704164645">One</A>
      <DT><DD></DD>
      <A HREF="https://a.example/2">Two</A>
      <DT><A HREF="https://a.example/3">Three</A></DT>
      <DD>Third</DD>
      <DT><A HREF="place:sort=8">Recent</A>
      <DT><A HREF="https://a.example/4">Four</A>
      </DL>
      """)
    #expect(
      found.articles.map(\.line) == [
        "https://a.example/1 One @1704164645 note First", "https://a.example/2 Two",
        "https://a.example/3 Three note Third", "https://a.example/4 Four",
      ])
    #expect(found.skipped == ["it is no page of the web"])
  }

  @Test("Readwise's tag for favorites is none, and Karakeep's queries are no lists") func flags()
    throws
  {
    let table = """
      Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
      One,https://a.example/1,x,"['favorite', ""don't""]",2024-01-02 03:04:05+00:00,0,new,True
      """
    #expect(
      try Exports.read(table).articles.map(\.line) == [
        "https://a.example/1 One #don't favorite @1704164645"
      ])
    let lists = """
      {"lists":[{"id":"a","name":"Kept","type":"manual","parentId":null},
        {"id":"b","name":"Found","type":"smart","query":"#x","parentId":null}],
       "bookmarks":[{"createdAt":1704164645,"title":"One","tags":[],"lists":["a","b"],
         "content":{"type":"link","url":"https://a.example/1"},"note":null,"archived":false}]}
      """
    #expect(try Exports.read(lists).articles.last?.tags == ["Kept"])
  }
}
