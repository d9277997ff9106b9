import { render } from 'preact'

render(<h1>Dashboard</h1>, document.getElementById('content')!)
