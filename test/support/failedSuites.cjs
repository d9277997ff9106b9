const { writeFileSync } = require('node:fs')

/** A reporter that writes the paths of failed suites, one per line, to the file that FAILED_SUITES names. */
module.exports = class {
  onRunComplete(_, { testResults }) {
    const file = process.env.FAILED_SUITES
    if (!file) return
    const failed = testResults.filter(({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError)
    writeFileSync(file, failed.map(({ testFilePath }) => `${testFilePath}\n`).join(''))
  }
}
