const { default: Sequencer } = require('@jest/test-sequencer')

/**
 * Suites that start and kill processes, and those that collect garbage repeatedly in a worker with a small heap: the
 * longest, however short their files are.
 */
const LONG = /\/test\/(?:(?:reliability|e2e|cli)\/|contract\/blobStore)/

/**
 * Long suites first, so that none is left for the end when the other worker is idle. The rest in jest's order: failed,
 * slow and large ones first.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    const isLong = ({ path }) => LONG.test(path)
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))]
  }
}
