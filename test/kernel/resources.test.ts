import { describe, expect, test } from '@jest/globals'
import { createResources, withResources } from '../../src/kernel/resources.js'

describe('an opened resource', () => {
  test('is closed once, in reverse order, one after another', async () => {
    const closed: number[] = []
    const house = await withResources(async (closing) => {
      for (const part of [1, 2, 3]) {
        closing.add(async () => {
          await Promise.resolve()
          closed.push(part)
        })
      }
      return { name: 'house' }
    })
    expect(house.name).toBe('house')
    await house.close()
    await house.close()
    expect(closed).toEqual([3, 2, 1])
  })

  test('is closed when the next one cannot be opened, and that failure is reported', async () => {
    const closed: string[] = []
    const open = withResources(async (closing) => {
      closing.add(() => closed.push('store'))
      closing.add(() => {
        closed.push('jobs')
        throw new Error('and the jobs do not close')
      })
      throw new Error('the port is taken')
    })
    await expect(open).rejects.toThrow('the port is taken')
    expect(closed).toEqual(['jobs', 'store'])
  })

  test('is closed even if closing another one fails, and the first failure is reported', async () => {
    const closing = createResources()
    let last = false
    closing.add(() => {
      last = true
    })
    closing.add(() => Promise.reject(new Error('second')))
    closing.add(() => Promise.reject(new Error('first')))
    await expect(closing.close()).rejects.toThrow('first')
    expect(last).toBe(true)
  })
})
