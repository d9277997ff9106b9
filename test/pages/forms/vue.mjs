// The same form with Vue, for widget.browser.test.ts.
import { createApp, h, ref } from 'vue'

const Form = {
  setup() {
    const email = ref('')
    const version = ref(1)
    const isOther = ref(false)
    return () =>
      h('form', { method: 'post', action: '/sent' }, [
        h('label', { for: 'email' }, 'Email'),
        h('input', {
          key: version.value,
          id: 'email',
          name: 'email',
          type: 'email',
          value: email.value,
          'aria-describedby': isOther.value ? 'other' : 'hint',
          onInput: (event) => {
            email.value = event.currentTarget.value
          },
        }),
        h('output', `state: ${email.value}`),
        h('button', { type: 'button', onClick: () => (isOther.value = true) }, 'Describe'),
        h('button', { type: 'button', onClick: () => version.value++ }, 'Replace'),
        h('button', { type: 'button', onClick: () => (email.value = '') }, 'Empty'),
        h('button', { type: 'submit' }, 'Sign up'),
      ])
  },
}

createApp(Form).mount('main')
