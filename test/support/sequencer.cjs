const { default: Sequencer } = require('@jest/test-sequencer')

/**
 * Suites that start processes and kill them, and those that collect garbage again and again, in a worker that has not
 * much of it yet: the longest, however short their files are.
 */
const LONG = /\/test\/(?:(?:reliability|e2e|cli)\/|contract\/blobStore)/

/**
 * Long suites first, so that none of them is left for the end, when the other worker has nothing to do any more. The
 * rest as jest has it: what failed, what took long, what is large.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    const isLong = ({ path }) => LONG.test(path)
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))]
  }
}
