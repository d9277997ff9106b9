// Fails a suite in which Node warned that listeners pile up: an operator would find that in the log of a service.
import { afterAll } from '@jest/globals'

const warnings: Error[] = []
const keep = (warning: Error): void => {
  if (warning.name === 'MaxListenersExceededWarning') warnings.push(warning)
}

process.on('warning', keep)
afterAll(() => {
  process.off('warning', keep)
  if (warnings.length > 0) throw new AggregateError(warnings, 'Node warned of too many listeners.')
})
