// Upstream: pkg/apis/resource/validation/validation.go (validateResourceSliceSpec, validateDevice: which nodes reach the devices)
import type { Device } from '../../../api/resource-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateNodeSelector } from '../pod/affinity.ts'

/** Which nodes reach a device, or the devices of a slice. */
type NodeChoice = Pick<Device, 'nodeName' | 'nodeSelector' | 'allNodes'>

/** What is told of a choice: what is wrong in each field, and the fields that are set. */
interface Choice {
  readonly errors: FieldError[]
  readonly set: string[]
}

const nodeNameErrors = (name: string, path: FieldPath): FieldError[] =>
  nameIsDNSSubdomain(name, false).map((text) => field.invalid(path, name, text))

/** Reads the fields of a choice. @param emptyText what is wrong with an empty name @param hasOneTerm a selector has one term only */
function readChoice(
  { nodeName, nodeSelector, allNodes }: NodeChoice,
  path: FieldPath,
  emptyText: string,
  hasOneTerm: boolean,
  minor: number,
): Choice {
  const errors: FieldError[] = []
  const set: string[] = []
  if (nodeName != null && nodeName !== '') {
    set.push('`nodeName`')
    errors.push(...nodeNameErrors(nodeName, path.child('nodeName')))
  } else if (nodeName != null) errors.push(field.invalid(path.child('nodeName'), nodeName, emptyText))
  if (nodeSelector != null) {
    set.push('`nodeSelector`')
    const terms = nodeSelector.nodeSelectorTerms ?? null
    errors.push(...validateNodeSelector(nodeSelector, false, path.child('nodeSelector'), minor))
    if (hasOneTerm && terms?.length !== 1)
      errors.push(
        field.invalid(
          path.child('nodeSelector', 'nodeSelectorTerms'),
          badValue(terms, '[]core.NodeSelectorTerm', minor),
          'must have exactly one node selector term',
        ),
      )
  }
  readSwitch(allNodes, 'allNodes', path, { errors, set })
  return { errors, set }
}

/** A field that is true or not set. */
function readSwitch(
  value: boolean | null | undefined,
  name: string,
  path: FieldPath,
  { errors, set }: Choice,
): void {
  if (value === true) set.push(`\`${name}\``)
  else if (value === false)
    errors.push(field.invalid(path.child(name), value, 'must be either unset or set to true'))
}

/** The errors of the nodes that reach the devices of a slice. */
export function validateSliceNodes(
  spec: NodeChoice & { perDeviceNodeSelection?: boolean | null | undefined },
  path: FieldPath,
  minor: number,
  fields: string,
): FieldError[] {
  const choice = readChoice(spec, path, 'must be either unset or set to a non-empty string', true, minor)
  readSwitch(spec.perDeviceNodeSelection, 'perDeviceNodeSelection', path, choice)
  return oneOf(choice, path, `exactly one of ${fields} is required`, ', but multiple fields are set')
}

const perDevice = 'set to true in the ResourceSlice spec'

/** The errors of the nodes that reach one device. @param isChosen each device says it for itself */
export function validateDeviceNodes(
  device: NodeChoice,
  isChosen: boolean,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (isChosen)
    return oneOf(
      readChoice(device, path, 'must not be empty', false, minor),
      path,
      `exactly one of \`nodeName\`, \`nodeSelector\`, or \`allNodes\` is required when \`perDeviceNodeSelection\` is ${perDevice}`,
      '',
    )
  if (device.nodeName == null && device.nodeSelector == null && device.allNodes == null) return []
  return [
    field.invalid(
      path,
      null,
      `\`nodeName\`, \`nodeSelector\` and \`allNodes\` can only be set if \`perDeviceNodeSelection\` is ${perDevice}`,
    ),
  ]
}

function oneOf({ errors, set }: Choice, path: FieldPath, text: string, several: string): FieldError[] {
  if (set.length === 1) return errors
  const wrong =
    set.length === 0
      ? field.required(path, text)
      : field.invalid(path, `{${set.join(', ')}}`, `${text}${several}`)
  return [...errors, wrong]
}
