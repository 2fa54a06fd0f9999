// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/controller/nonstructuralschema/nonstructuralschema_controller.go
import { aggregateText, type FieldError, FieldPath, field } from '../../../../apimachinery/field-error.ts'
import type { Clock } from '../../../../component-base/clock.ts'
import { newStructural } from '../../schema/structural.ts'
import { type Said, saysSame } from '../conditions.ts'
import { conditionOf, type Definition } from '../definition.ts'
import type { DefinitionChange } from '../definitions.ts'
import { structuralErrors } from '../validation/schema-rules.ts'
import type { StatusWriter } from './status-writer.ts'
import { WorkQueue } from './work-queue.ts'

const type = 'NonStructuralSchema'
const specPath = FieldPath.of('spec')

/** The condition NonStructuralSchema of a definition; undefined: all schemas are structural. */
function structureOf({ spec }: Definition, minor: number): Said | undefined {
  const errors: FieldError[] =
    spec.preserveUnknownFields === true
      ? [field.invalid(specPath.child('preserveUnknownFields'), true, 'must be false')]
      : []
  for (const [i, { name, schema }] of (spec.versions ?? []).entries()) {
    if (schema?.openAPIV3Schema == null) continue
    const { structural, error } = newStructural(schema.openAPIV3Schema)
    if (structural === undefined)
      return {
        type,
        status: 'Unknown',
        reason: 'StructuralError',
        message: `failed to check validation schema for version ${name}: ${error}`,
      }
    const path = specPath.child('versions').index(i).child('schema', 'openAPIV3Schema')
    errors.push(...structuralErrors(structural, path, minor))
  }
  if (errors.length === 0) return undefined
  return { type, status: 'True', reason: 'Violations', message: aggregateText(errors) }
}

/** Says of definitions that their schemas are not structural: of those that are stored since such were allowed. */
export class StructureController {
  private readonly writer: StatusWriter
  private readonly queue: WorkQueue
  private readonly minor: number
  /** The generation that was looked at last. */
  private readonly seen = new Map<string, number>()

  constructor(writer: StatusWriter, clock: Clock, minor: number) {
    this.writer = writer
    this.minor = minor
    this.queue = new WorkQueue(clock, 1, (name) => this.sync(name))
  }

  hear({ name, now }: DefinitionChange): void {
    if (now === undefined) this.seen.delete(name)
    else this.queue.add(name)
  }

  stop(): Promise<void> {
    return this.queue.stop()
  }

  private async sync(name: string): Promise<void> {
    const definition = this.writer.current(name)
    if (definition === undefined) return
    const { generation = 0 } = definition.object.metadata
    if ((this.seen.get(name) ?? -1) >= generation) return
    const said = structureOf(definition, this.minor)
    const before = conditionOf(definition, type)
    if (said === undefined ? before === undefined : saysSame(before, said)) return
    const next = said === undefined ? without(definition) : this.writer.withConditions(definition, [said])
    if ((await this.writer.write(definition, next)) !== undefined) this.seen.set(name, generation)
  }
}

const without = ({ object, status }: Definition): Definition['object'] => ({
  ...object,
  status: { ...status, conditions: (status.conditions ?? []).filter((one) => one.type !== type) },
})
