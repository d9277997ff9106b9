/** What suites import as `@jest/globals`: the functions of the suite that is running, also for modules loaded by an earlier one. */
const ofSuite = (name) =>
  new Proxy(() => {}, {
    apply: (_, __, args) => globalThis.jestOfSuite[name](...args),
    get: (_, member) => globalThis.jestOfSuite[name][member],
  })

export const afterAll = ofSuite('afterAll')
export const afterEach = ofSuite('afterEach')
export const beforeAll = ofSuite('beforeAll')
export const beforeEach = ofSuite('beforeEach')
export const describe = ofSuite('describe')
export const expect = ofSuite('expect')
export const it = ofSuite('it')
export const jest = ofSuite('jest')
export const test = ofSuite('test')
