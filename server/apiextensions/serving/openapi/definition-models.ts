// Upstream: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder/builder.go (generateBuilder)
import type { CustomResourceDefinitionVersion } from '../../../../api/apiextensions-v1.ts'
import type { Scheme } from '../../../../apimachinery/scheme/scheme.ts'
import type { SchemaFacts } from '../../../../component-base/release-facts.ts'
import { gateEnabled } from '../../../../featuregates/reader.ts'
import type { ServerContext } from '../../../registry/generic/strategy.ts'
import { acceptedNames, type Definition, isTrue } from '../../definition/definition.ts'
import { newStructural, type Structural } from '../../schema/structural.ts'
import type { Models } from '../custom-scheme.ts'
import { servingDialect } from '../dialect.ts'
import { labelOf } from '../selectable-fields.ts'
import { listModel, type ModelForm, resourceModel } from './model.ts'

/** `stable.example.com`, `v1`, `CronTab` → `com.example.stable.v1.CronTab` */
export const modelName = (group: string, version: string, kind: string): string =>
  [...group.split('.').reverse(), version, kind].join('.')

/** The models of all versions of a definition, made when they are first asked for. */
export class DefinitionModels {
  private readonly definition: Definition
  private readonly scheme: Scheme
  private readonly context: ServerContext
  private readonly made = new Map<string, Map<string, SchemaFacts>>()

  constructor(definition: Definition, scheme: Scheme, context: ServerContext) {
    this.definition = definition
    this.scheme = scheme
    this.context = context
  }

  /** The lookup of server-side apply. */
  forApply(): Models {
    const { group = '', versions = [] } = this.definition.spec
    const { kind } = acceptedNames(this.definition)
    const names = new Map(versions.map(({ name = '' }) => [name, modelName(group, name, kind ?? '')]))
    return {
      nameOf: (g, version, k) => (g === group && k === kind ? names.get(version) : undefined),
      schema: (name) => this.applied(name),
    }
  }

  private applied(name: string): SchemaFacts | undefined {
    const facts = this.all('v3').get(name)
    return facts !== undefined && this.definition.spec.preserveUnknownFields === true
      ? ({ ...facts, 'x-kubernetes-preserve-unknown-fields': true } as SchemaFacts)
      : facts
  }

  /** Models by their names, those of lists included. */
  all(form: ModelForm['form']): ReadonlyMap<string, SchemaFacts> {
    let models = this.made.get(form)
    if (models === undefined) {
      models = new Map()
      for (const version of this.definition.spec.versions ?? [])
        for (const [name, facts] of this.ofVersion(version, form)) models.set(name, facts)
      this.made.set(form, models)
    }
    return models
  }

  private ofVersion(
    version: CustomResourceDefinitionVersion,
    form: ModelForm['form'],
  ): [string, SchemaFacts][] {
    const { spec } = this.definition
    const { group = '', names = {} } = spec
    const { kind = '', listKind = '', plural = '' } = names
    const of = { group, version: version.name ?? '', kind }
    const name = modelName(group, of.version, kind)
    const options = {
      form,
      preserves: spec.preserveUnknownFields === true,
      documents: servingDialect(this.context.release.minor).publishesDocumentation,
    }
    const selectable = this.selectableOf(version)
    return [
      [name, { ...resourceModel(of, structuralOf(this.definition, version), options), ...selectable }],
      [
        modelName(group, of.version, listKind),
        { ...listModel({ ...of, kind: listKind }, name, kind, plural), ...selectable },
      ],
    ]
  }

  private selectableOf({ selectableFields }: CustomResourceDefinitionVersion): Record<string, unknown> {
    if (!selectableFields?.length || !gateEnabled(this.context.gates, 'CustomResourceFieldSelectors'))
      return {}
    return { 'x-kubernetes-selectable-fields': selectableFields.map((one) => ({ fieldPath: labelOf(one) })) }
  }

  /** The schema of a model, by its name: of a definition, or of a built-in type. */
  schema(name: string, form: ModelForm['form']): SchemaFacts | undefined {
    return this.all(form).get(name) ?? this.scheme.schema(name)
  }
}

/** Undefined for a schema that is not there or not structural: nothing is said of such objects. */
function structuralOf(
  definition: Definition,
  { schema }: CustomResourceDefinitionVersion,
): Structural | undefined {
  const props = schema?.openAPIV3Schema
  return props === undefined || isTrue(definition, 'NonStructuralSchema')
    ? undefined
    : newStructural(props).structural
}
