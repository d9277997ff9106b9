/** Titles that `describeUnless` gives to suites that it skips. */
const REASON = / \(SKIPPED: (.*)\)$/

/** Number of tests by reason and suite. */
function skippedIn(files) {
  const reasons = new Map()
  for (const { testResults } of files) {
    for (const { status, ancestorTitles, title } of testResults) {
      if (status !== 'pending') continue
      const titles = [...ancestorTitles, title]
      const suite = titles.find((each) => REASON.test(each))
      const reason = suite === undefined ? 'no reason is given' : REASON.exec(suite)[1]
      const suites = reasons.get(reason) ?? new Map()
      const name = suite?.replace(REASON, '') ?? titles.join(' › ')
      reasons.set(reason, suites.set(name, (suites.get(name) ?? 0) + 1))
    }
  }
  return reasons
}

/** A reporter that prints, after the run, what was skipped and why. Prints nothing if `-t` has selected tests. */
module.exports = class {
  constructor({ testNamePattern }) {
    this.isSelection = Boolean(testNamePattern)
  }

  onRunComplete(_, { testResults }) {
    if (this.isSelection) return
    const reasons = [...skippedIn(testResults)]
    if (reasons.length === 0) return
    const all = reasons.flatMap(([, suites]) => [...suites.values()])
    const lines = reasons.map(([reason, suites]) => `  ${reason}: ${[...suites.keys()].join(', ')}`)
    const tests = all.reduce((sum, count) => sum + count, 0)
    process.stderr.write(`\nSKIPPED: ${all.length} suites with ${tests} tests\n${lines.join('\n')}\n`)
  }
}
