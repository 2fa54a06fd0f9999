import { applyType, jsonType, mergeType } from '../../endpoints/handlers/patch-forms.ts'

/** The Content-Types of patches of custom resources: strategic merges need types. */
export const customPatchTypes: readonly string[] = [jsonType, mergeType, applyType]
