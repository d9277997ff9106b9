import {
  type DirectiveNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  type SelectionNode,
} from 'graphql'
import type { VariableValues } from './values.js'

const NONE: readonly DirectiveNode[] = []

/** Whether a selection is executed, according to `@skip` and `@include` (GraphQL specification, section 3.13). */
export const isSelected = (node: SelectionNode, values: VariableValues): boolean =>
  (node.directives ?? NONE).length === 0 ||
  (getDirectiveValues(GraphQLSkipDirective, node, values)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, values)?.if !== false)
