import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker'
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker'
import GraphqlWorker from 'monaco-graphql/esm/graphql.worker.js?worker'

/** Tells Monaco where its workers are. GraphiQL's own set-up for Vite does the same, and logs each start to the console. */
Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker(_id: string, label: string): Worker {
      if (label === 'json') return new JsonWorker()
      return label === 'graphql' ? new GraphqlWorker() : new EditorWorker()
    },
  },
})
