import {
  type GoType,
  goPointer,
  goSlice,
  goString,
  goStringMap,
  goStrings,
} from '../../../apimachinery/validation/go-value.ts'

/** metav1.LabelSelector, as messages print it. */
export const goLabelSelector: GoType = {
  kind: 'struct',
  name: 'v1.LabelSelector',
  internal: false,
  fields: [
    { go: 'MatchLabels', json: 'matchLabels', type: goStringMap, omitEmpty: true },
    {
      go: 'MatchExpressions',
      json: 'matchExpressions',
      omitEmpty: true,
      type: goSlice('v1.LabelSelectorRequirement', {
        kind: 'struct',
        name: 'v1.LabelSelectorRequirement',
        internal: false,
        fields: [
          { go: 'Key', json: 'key', type: goString },
          { go: 'Operator', json: 'operator', type: goString },
          { go: 'Values', json: 'values', type: goStrings, omitEmpty: true },
        ],
      }),
    },
  ],
}
export const goStringPointer: GoType = goPointer('string', goString)

/** *metav1.LabelSelector, as messages print it: `null` where there is none. */
export const goLabelSelectorPointer: GoType = goPointer('v1.LabelSelector', goLabelSelector)
