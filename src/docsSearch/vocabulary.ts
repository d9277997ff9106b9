// The words of a search: stems, stop words, and readers' words for what the documentation calls otherwise.

/** Words as they are compared: lower case, without common endings. */
export function stem(word: string): string {
  const plain = word.toLowerCase()
  if (plain.length < 4 || /\d/.test(plain)) return plain
  return plain
    .replace(/(?:ies)$/, 'y')
    .replace(/(?<=s|x|ch|sh)es$/, '')
    .replace(/(?<=[^su])s$/, '')
    .replace(/(?<=[a-z]{3})(?:ing|ed)$/, '')
    .replace(/(?<=[a-z]{3})e$/, '')
}

/** Words of questions, which say nothing about what is sought. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about am an and any are as at be been being but by can could did do does for from get gets getting had has have having how i if in into ' +
    'is it its just like me my need needs of on or our should so some than that the their them then there these they this to too use using us want ' +
    'wants was we what when where which who why will with would you your'
  ).split(' '),
)

/** What readers say, and what the documentation calls it. */
const WORDS: readonly (readonly [said: string, meant: string])[] = [
  ['price pricing pay money cost plan', 'charged quota plan price'],
  ['typo misspelling misspelled spelling', 'mistyped typo did_you_mean'],
  ['login signin register registration signup', 'account sign up form'],
  ['k8s kubernetes helm container docker image', 'compose deployment container'],
  ['throttle throttled throttling ratelimit', 'rate limit 429'],
  ['gdpr privacy erase delete deletion forget', 'erasure erase privacy forget'],
  ['excel xlsx spreadsheet csv', 'csv file list workbook'],
  ['env environment variable config', 'settings configuration'],
  ['upgrade update migrate', 'upgrade update release'],
  ['slow latency performance', 'latency timeout'],
  ['burner temporary throwaway fake', 'disposable temporary'],
  ['sdk package npm', 'client'],
  ['python go golang java php ruby rust csharp', 'generate client language'],
  ['prometheus grafana metric monitor monitoring alert', 'metrics observability'],
  ['safe secure', 'security'],
  ['duplicate', 'normalized duplicates'],
  ['callback notify notification', 'webhook'],
  ['realtime live stream', 'subscription live'],
  ['mock fake test testing', 'sandbox test'],
]

const MEANINGS = WORDS.map(([said, meant]) => ({ stems: new Set(said.split(' ').map(stem)), meant }))

/** What the documentation calls a reader's word: several things, if it has several meanings. */
export const meaningsOf = (word: string): string[] =>
  MEANINGS.filter(({ stems }) => stems.has(stem(word))).map(({ meant }) => meant)
