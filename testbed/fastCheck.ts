import fc from 'fast-check'

/**
 * The same examples in every run, so that a failing run means a changed program; `FC_SEED=<number>` uses others,
 * `FC_SEED=random` new ones each time.
 */
const { FC_SEED = '20261121' } = process.env
if (FC_SEED !== 'random') fc.configureGlobal({ seed: Number(FC_SEED) })

export default fc
