/**
 * Lets questions that are asked in one turn share the way to the store: whoever asks gets his own answer.
 * @param ask answers in the order of its questions
 */
export function createBatcher<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  interface Waiting {
    readonly question: Question
    readonly resolve: (answer: Answer) => void
    readonly reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []

  async function go(): Promise<void> {
    const group = waiting
    waiting = []
    try {
      const answers = await ask(group.map(({ question }) => question))
      for (const [index, { resolve }] of group.entries()) resolve(answers[index]!)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) === 1) queueMicrotask(go)
    })
}
