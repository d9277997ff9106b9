import { useState } from 'preact/hooks'
import { useAction, useSession } from '../api/hooks.js'
import { counted } from '../format.js'
import { Failed, Scrollable } from '../parts/parts.js'
import { type RecognisedList, readList, recognised } from './readList.js'
import { upload } from './upload.js'
import { useFileDrop } from './useFileDrop.js'

const DELIMITERS: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'pipes' }

/** A place to drop a list; what was recognised is shown before anything is sent. */
export function Upload({ onAccepted }: { onAccepted: () => void }) {
  const { key } = useSession()
  const [list, setList] = useState<RecognisedList>()
  const [problem, setProblem] = useState<string>()
  const [ignored, setIgnored] = useState<readonly string[]>([])
  const sending = useAction((_, chosen: RecognisedList) => upload(chosen, key!))
  const isOver = useFileDrop(take)

  async function take([file, ...others]: readonly File[]): Promise<void> {
    if (!file || sending.busy) return
    discard()
    setIgnored(others.map(({ name }) => name))
    await readList(file).then(setList, (error: Error) => setProblem(error.message))
  }

  function discard(): void {
    setList(undefined)
    setProblem(undefined)
    sending.forget()
  }

  function choose(choice: RecognisedList['chosen']): void {
    setProblem(undefined)
    sending.forget()
    try {
      setList(recognised(list!.file, list!.sample, { ...list!.chosen, ...choice }))
    } catch (error) {
      setProblem((error as Error).message)
    }
  }

  async function send(): Promise<void> {
    if ((await sending.run(list!)) === undefined) return
    setList(undefined)
    setIgnored([])
    onAccepted()
  }

  return (
    <>
      <label class={isOver ? 'drop over' : 'drop'}>
        Drop a CSV file here, or choose one
        <input
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChange={(event) => {
            void take([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
      </label>
      {ignored.length > 0 && (
        <p class="notice" role="status">
          One file is verified at a time. Not read: {ignored.join(', ')}.
        </p>
      )}
      <Failed message={problem ?? sending.error} />
      {list && <Recognised list={list} busy={sending.busy} onChange={choose} onDiscard={discard} onSend={send} />}
    </>
  )
}

interface RecognisedProps {
  readonly list: RecognisedList
  readonly busy: boolean
  readonly onChange: (choice: RecognisedList['chosen']) => void
  readonly onDiscard: () => void
  readonly onSend: () => void
}

function Recognised({ list, busy, onChange, onDiscard, onSend }: RecognisedProps) {
  const { file, columns, column, hasHeader, preview, delimiter } = list
  return (
    <div class="recognised">
      <p>
        <strong>{file.name}</strong>: {counted(columns.length, 'column')}
        {columns.length > 1 && `, separated by ${DELIMITERS[delimiter] ?? delimiter}`}.
        {list.linesBefore > 0 && ` ${counted(list.linesBefore, 'line')} before the table will be skipped.`}
        {list.without > 0 &&
          ` ${counted(list.without, 'cell')} of the first ${counted(list.sampled, 'row')} in the chosen column hold no address.`}
      </p>
      <div class="inline">
        <label>
          Addresses are in{' '}
          <select value={column} onChange={(event) => onChange({ column: Number(event.currentTarget.value) })}>
            {columns.map((name, index) => (
              <option key={index} value={index}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            checked={hasHeader}
            onChange={(event) => onChange({ hasHeader: event.currentTarget.checked })}
          />{' '}
          The first row names the columns
        </label>
      </div>
      <Scrollable label="First rows">
        <table>
          <thead>
            <tr>
              {columns.map((name, index) => (
                <th key={index} class={index === column ? 'chosen' : ''}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map((row, number) => (
              <tr key={number}>
                {columns.map((_, index) => (
                  <td key={index} class={index === column ? 'chosen' : ''}>
                    {row[index] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrollable>
      <p>
        <button type="button" class="primary" aria-disabled={busy} onClick={onSend}>
          {busy ? 'Sending…' : 'Verify this list'}
        </button>{' '}
        <button type="button" disabled={busy} onClick={onDiscard}>
          Discard
        </button>
      </p>
    </div>
  )
}
