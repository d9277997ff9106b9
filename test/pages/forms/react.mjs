// A form whose input React controls, for widget.browser.test.ts. A check box renders it again, with another description.
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Form() {
  const [email, setEmail] = useState('')
  const [version, setVersion] = useState(1)
  const [isOther, setOther] = useState(false)
  return h(
    'form',
    { method: 'post', action: '/sent' },
    h('label', { htmlFor: 'email' }, 'Email'),
    h('input', {
      key: version,
      id: 'email',
      name: 'email',
      type: 'email',
      value: email,
      'aria-describedby': isOther ? 'other' : 'hint',
      onChange: (event) => setEmail(event.target.value),
    }),
    h('output', null, `state: ${email}`),
    h('button', { type: 'button', onClick: () => setOther(true) }, 'Describe'),
    h('button', { type: 'button', onClick: () => setVersion(version + 1) }, 'Replace'),
    h('button', { type: 'button', onClick: () => setEmail('') }, 'Empty'),
    h('button', { type: 'submit' }, 'Sign up'),
  )
}

createRoot(document.querySelector('main')).render(h(Form))
