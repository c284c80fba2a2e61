/// Names of months in the web's major languages (from CLDR), with inflected forms and
/// abbreviations.
///
/// A name of two different months belongs to the language with more readers.
enum MonthNames {
  /// The month of a lower-case word, from 1.
  static let table: [String: Int] = {
    var table: [String: Int] = [:]
    for (month, names) in names.enumerated() {
      for name in names.split(whereSeparator: \.isWhitespace) { table[String(name)] = month + 1 }
    }
    return table
  }()

  private static let names = [
    """
    jan january januar janvier enero gennaio janeiro januari ene janv gen января январь янв
    stycznia ocak يناير जनवरी জানুয়ারি জানুয়ারী جنوری styczeń जन॰ জানু січ січень січня leden
    ledna január ιαν ιανουάριος ιανουαρίου tammi tammikuu tammikuuta ianuarie яну януари јан
    јануар siječanj siječnja januára saus sausio sausis janvāris jaan jaanuar ژانویه ינואר
    มกราคม gener urtarrila xaneiro janúar eanáir ionawr јануари сту студзень студзеня იან
    იანვარი հնվ հունվար հունվարի yanvar қаң қаңтар januarie janar jannar जाने जानेवारी ஜன ஜனவரி
    జన జనవరి ಜನ ಜನವರಿ ജനു ജനുവരി જાન્યુ જાન્યુઆરી ਜਨ ਜਨਵਰੀ දුරුතු ဇန် ဇန်နဝါရီ មករា ມັງກອນ ጃን
    ጃንዋሪ январ جنوري genver januaro
    """,
    """
    feb february februar février fevrier febrero febbraio fevereiro februari févr fev февраля
    февраль фев lutego şubat فبراير फ़रवरी फरवरी ফেব্রুয়ারি ফেব্রুয়ারী فروری февр luty फ़र॰
    ফেব лют лютий лютого únor února febr február φεβ φεβρουάριος φεβρουαρίου helmi helmikuu
    helmikuuta februarie февруари феб фебруар velj veljača veljače februára vasario vasaris
    februāris veebr veebruar فوریه פברואר กุมภาพันธ์ febrer otsaila febreiro febrúar feabh
    feabhra chwef chwefror лютага люты თებ თებერვალი փետրվար փետրվարի փտվ fevral ақп ақпан
    pebrero shkurt frar फेब्रु फेब्रुवारी பிப் பிப்ரவரி ఫిబ్ర ఫిబ్రవరి ಫೆಬ್ರ ಫೆಬ್ರವರಿ ഫെബ്രു
    ഫെബ്രുവരി ફેબ્રુ ફેબ્રુઆરી ਫ਼ਰ ਫ਼ਰਵਰੀ फेब्रुअरी නවම් ဖေ ဖေဖော်ဝါရီ កុម្ភៈ ກຸມພາ ፌብ ፌብሩዋሪ
    феврал فبروري فېبروري cʼhwe cʼhwevrer februaro
    """,
    """
    mar march märz mars marzo março maart mär mrz марта март мар marca mart maret مارس मार्च মার্চ
    مارچ marzec бер березень березня březen března márc március μάρ μάρτιος μαρ μαρτίου maalis
    maaliskuu maaliskuuta marts martie ožujak ožujka marec kovas kovo märts מרץ มีนาคม març
    martxoa márta mawrth сак сакавік сакавіка მარ მარტი մարտ մարտի մրտ нау наурыз marso machi
    marzu mäerz மார் மார்ச் మార్చి ಮಾರ್ಚ್ മാർ മാർച്ച് માર્ચ ਮਾਰਚ මැදින් မတ် មីនា ມີນາ ማርች meur
    meurzh marto
    """,
    """
    apr april avril abril aprile abr avr апреля апрель апр kwietnia nisan أبريل ابريل إبريل
    अप्रैल এপ্রিল اپریل kwiecień এপ্রি квіт квітень квітня duben dubna április απρ απρίλιος
    απριλίου huhti huhtikuu huhtikuuta aprilie април travanj travnja apríl apríla balandis
    balandžio aprīlis aprill آوریل אפריל เมษายน apirila aibreán ebrill кра красавік красавіка
    აპრ აპრილი ապր ապրիլ ապրիլի aprel сәу сәуір aprili prill abrëll एप्रि एप्रिल ஏப் ஏப்ரல்
    ఏప్రి ఏప్రిల్ ಏಪ್ರಿ ಏಪ್ರಿಲ್ ഏപ്രി ഏപ്രിൽ એપ્રિલ ਅਪ੍ਰੈ ਅਪ੍ਰੈਲ अप्रिल බක් ဧ ဧပြီ មេសា ເມສາ ኤፕሪ
    ኤፕሪል апрел ebrel aprilo
    """,
    """
    may mai mayo maggio maio mei maj mag мая май maja mayıs مايو मई মে مئی трав травень травня
    květen května május μάι μάιος μαΐ μαΐου touko toukokuu toukokuuta мај svibanj svibnja mája
    gegužė gegužės maijs مه מאי พฤษภาคม maig maiatza beal bealtaine მაი მაისი մայիս մայիսի մյս
    мам мамыр mejju मे மே మే ಮೇ മേയ് મે ਮਈ වෙසක් မေ ឧសភា ພຶດສະພາ ሜይ مۍ majo
    """,
    """
    jun june juni juin junio giugno junho giu июня июнь июн czerwca haziran يونيو जून জুন جون
    czerwiec черв червень червня červen června június ιουν ιουνίου ιούν ιούνιος kesä kesäkuu
    kesäkuuta iunie юни јун lipanj lipnja júna junij birž birželio birželis jūnijs juuni ژوئن
    יוני มิถุนายน juny ekaina xuño júní meith meitheamh mehefin јуни чэр чэрвень чэрвеня ივნ
    ივნისი հնս հունիս հունիսի iyun мау маусым hunyo junie qershor ġunju ஜூன் జూన్ ಜೂನ್ ജൂൺ જૂન
    ਜੂਨ जुन පොසොන් ဇွန် មិថុនា ມິຖຸນາ ጁን mezh mezheven
    """,
    """
    jul july juli juillet julio luglio julho juil lug июля июль июл lipca temmuz يوليو जुलाई
    জুলাই جولائی lipiec जुल॰ জুল лип липень липня července červenec július ιουλ ιουλίου ιούλ
    ιούλιος heinä heinäkuu heinäkuuta iulie юли јул srpanj srpnja júla julij liep liepa liepos
    jūlijs juuli ژوئیه יולי กรกฎาคม juliol uztaila xullo júlí iúil gorff gorffennaf јули ліп
    ліпень ліпеня ივლ ივლისი հլս հուլիս հուլիսի iyul шіл шілде julai hulyo julie korr korrik
    lulju जुलै ஜூலை జులై ಜುಲೈ ജൂലൈ જુલાઈ ਜੁਲਾ ਜੁਲਾਈ ඇසළ ဇူ ဇူလိုင် កក្កដា ກໍລະກົດ ጁላይ جولای goue
    gouere
    """,
    """
    aug august août aout agosto augustus augusti ago августа август авг sierpnia ağustos agustus
    أغسطس اغسطس अगस्त আগস্ট اگست sierpień अग॰ আগ серп серпень серпня srpen srpna augusztus αυγ
    αυγούστου αύγ αύγουστος elokuu elokuuta kolovoz kolovoza augusta avgust rugp rugpjūtis
    rugpjūčio augusts اوت אוגוסט สิงหาคม agost abuztua ágúst lúnasa awst жні жнівень жніўня აგვ
    აგვისტო օգոստոս օգոստոսի օգս avqust там тамыз ogos agosti gush gusht awwissu ऑग ऑगस्ट ஆக
    ஆகஸ்ட் ఆగ ఆగస్టు ಆಗ ಆಗಸ್ಟ್ ഓഗ ഓഗസ്റ്റ് ઑગસ્ટ ਅਗ ਅਗਸਤ अगस्ट නිකිණි ဩ ဩဂုတ် សីហា ສິງຫາ ኦገስ
    ኦገስት اګست eost aŭgusto
    """,
    """
    sep sept september septembre septiembre settembre setembro set сентября сентябрь сен сент
    września eylül سبتمبر सितंबर सितम्बर সেপ্টেম্বর ستمبر wrzesień सित॰ সেপ সেপ্ট вер вересень
    вересня září szept szeptember σεπ σεπτέμβριος σεπτεμβρίου syys syyskuu syyskuuta septembrie
    сеп септември септембар rujan rujna septembra rugs rugsėjis rugsėjo septembris سپتامبر
    ספטמבר กันยายน setembre iraila mfómh medi верасень верасня სექ სექტემბერი սեպ սեպտեմբեր
    սեպտեմբերի sentyabr қыр қыркүйек sentabr setyembre septemba shtator septembar settembru
    सप्टें सप्टेंबर செப் செப்டம்பர் సెప్టెం సెప్టెంబర్ ಸೆಪ್ಟೆಂ ಸೆಪ್ಟೆಂಬರ್ സെപ്റ്റം സെപ്റ്റംബർ
    સપ્ટે સપ્ટેમ્બર ਸਤੰ ਸਤੰਬਰ सेप्टेम्बर බිනර စက် စက်တင်ဘာ កញ្ញា ກັນຍາ ሴፕቴ ሴፕቴምበር сентябр سپتمبر
    سېپتمبر gwen gwengolo septembro
    """,
    """
    oct october oktober octobre octubre ottobre outubro okt ott out октября октябрь окт
    października ekim أكتوبر اكتوبر अक्टूबर अक्तूबर অক্টোবর اکتوبر październik अक्टू॰ অক্টো жовт
    жовтень жовтня říjen října október οκτ οκτωβρίου οκτώβριος loka lokakuu lokakuuta octombrie
    октомври октобар októbra spal spalio spalis oktobris oktoober اکتبر אוקטובר ตุลาคม urria
    dfómh hydref кас кастрычнік кастрычніка ოქტ ოქტომბერი հոկ հոկտեմբեր հոկտեմբերի oktyabr қаз
    қазан oktabr oktubre oktoba tetor oktobar ottubru ऑक्टो ऑक्टोबर அக் அக்டோபர் అక్టో అక్టోబర్
    ಅಕ್ಟೋ ಅಕ್ಟೋಬರ್ ഒക്ടോ ઑક્ટો ઑક્ટોબર ਅਕਤੂ ਅਕਤੂਬਰ अक्टोबर වප් အောက် အောက်တိုဘာ តុលា ຕຸລາ ኦክቶ
    ኦክቶበር октябр here oktobro
    """,
    """
    nov november novembre noviembre novembro ноября ноябрь ноя нояб listopada kasım نوفمبر नवंबर
    नवम्बर নভেম্বর نومبر listopad नव॰ নভে лист листопад листопада listopadu νοέ νοέμβριος νοε
    νοεμβρίου marras marraskuu marraskuuta noiembrie ное ноември нов новембар studeni studenoga
    novembra lapkr lapkritis lapkričio novembris نوامبر נובמבר พฤศจิกายน azaroa nóvember samh
    samhain tach tachwedd ліс лістапад лістапада ნოე ნოემბერი նոյ նոյեմբեր նոյեմբերի noyabr қар
    қараша nobyembre novemba nëntor novembar novembru नोव्हें नोव्हेंबर நவ நவம்பர் నవం నవంబర్
    ನವೆಂ ನವೆಂಬರ್ നവം നവംബർ નવે નવેમ્બર ਨਵੰ ਨਵੰਬਰ नोभेम्बर ඉල් နို နိုဝင်ဘာ វិច្ឆិកា ພະຈິກ ኖቬም
    ኖቬምበር ноябр
    """,
    """
    dec december dezember décembre decembre diciembre dicembre dezembro desember dez déc dic
    декабря декабрь дек grudnia aralık ديسمبر दिसंबर दिसम्बर ডিসেম্বর دسمبر grudzień दिस॰ ডিসে
    груд грудень грудня prosince prosinec δεκ δεκέμβριος δεκεμβρίου joulu joulukuu joulukuuta
    decembrie декември дец децембар prosinac prosinca decembra gruod gruodis gruodžio decembris
    dets detsember دسامبر דצמבר ธันวาคม desembre abendua decembro noll nollaig rhag rhagfyr сне
    снежань снежня დეკ დეკემბერი դեկ դեկտեմբեր դեկտեմբերի dekabr жел желтоқсан disember
    disyembre desemba dhjetor decembar diċembru डिसें डिसेंबर டிச டிசம்பர் డిసెం డిసెంబర్ ಡಿಸೆಂ
    ಡಿಸೆಂಬರ್ ഡിസം ഡിസംബർ ડિસે ડિસેમ્બર ਦਸੰ ਦਸੰਬਰ डिसेम्बर උඳුවප් ဒီ ဒီဇင်ဘာ ធ្នូ ທັນວາ ዲሴም ዲሴምበር
    декабр kerzu
    """,
  ]
}
