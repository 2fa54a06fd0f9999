import { definitionRules } from '../apiextensions/strategy.ts'
import { group } from './group.ts'

/** The rows of apiextensions.k8s.io. */
export const apiextensionsRows = group('apiextensions.k8s.io', {
  customresourcedefinitions: {
    rules: definitionRules,
    generation: true,
    conditionalUpdate: true,
    statusKeepsMeta: true,
    keyPrefix: 'apiextensions.k8s.io/customresourcedefinitions',
  },
})
