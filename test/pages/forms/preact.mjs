// The same form with Preact, for widget.browser.test.ts.
import { h, render } from 'preact'
import { useState } from 'preact/hooks'

function Form() {
  const [email, setEmail] = useState('')
  const [version, setVersion] = useState(1)
  const [isOther, setOther] = useState(false)
  return h(
    'form',
    { method: 'post', action: '/sent' },
    h('label', { for: 'email' }, 'Email'),
    h('input', {
      key: version,
      id: 'email',
      name: 'email',
      type: 'email',
      value: email,
      'aria-describedby': isOther ? 'other' : 'hint',
      onInput: (event) => setEmail(event.currentTarget.value),
    }),
    h('output', null, `state: ${email}`),
    h('button', { type: 'button', onClick: () => setOther(true) }, 'Describe'),
    h('button', { type: 'button', onClick: () => setVersion(version + 1) }, 'Replace'),
    h('button', { type: 'button', onClick: () => setEmail('') }, 'Empty'),
    h('button', { type: 'submit' }, 'Sign up'),
  )
}

render(h(Form, null), document.querySelector('main'))
