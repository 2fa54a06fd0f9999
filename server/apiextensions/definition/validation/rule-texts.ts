// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
// (ValidateCustomResourceDefinitionOpenAPISchema: x-kubernetes-validations, before they are compiled)
import type { JSONSchemaProps, ValidationRule } from '../../../../api/apiextensions-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { validFieldPath } from '../../schema/cel/field-path.ts'
import { newStructural } from '../../schema/structural.ts'
import { definitionDialect } from '../dialect.ts'

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired']

const hasLineBreaks = (text: string): boolean => /[\n\r]/.test(text)
const isBlank = (text: string): boolean => text !== '' && text.trim() === ''

class RuleTexts {
  readonly #schema: JSONSchemaProps
  readonly #repeats: boolean

  constructor(schema: JSONSchemaProps, minor: number) {
    this.#schema = schema
    this.#repeats = definitionDialect(minor).namesFieldAgain
  }

  errors(rule: ValidationRule, path: FieldPath): FieldError[] {
    return [
      ...this.#rule(rule, path),
      ...(isBlank(rule.messageExpression ?? '')
        ? [
            field.required(
              path.child('messageExpression'),
              'messageExpression must be non-empty if specified',
            ),
          ]
        : []),
      ...(rule.reason == null || reasons.includes(rule.reason)
        ? []
        : [field.notSupported(path.child('reason'), rule.reason, reasons)]),
      ...this.#fieldPath(rule.fieldPath ?? '', path),
    ]
  }

  #invalid(path: FieldPath, name: string, value: string, text: string): FieldError {
    return field.invalid(path.child(name), value, this.#repeats ? `${name} ${text}` : text)
  }

  #rule({ rule = '', message = '' }: ValidationRule, path: FieldPath): FieldError[] {
    if (rule.trim() === '') return [field.required(path.child('rule'), 'rule is not specified')]
    if (isBlank(message)) return [this.#invalid(path, 'message', message, 'must be non-empty if specified')]
    if (hasLineBreaks(message.trim()))
      return [this.#invalid(path, 'message', message, 'must not contain line breaks')]
    if (hasLineBreaks(rule.trim()) && message === '')
      return [field.required(path.child('message'), 'message must be specified if rule contains line breaks')]
    return []
  }

  #fieldPath(text: string, path: FieldPath): FieldError[] {
    if (text === '') return []
    const say = (what: string): FieldError => this.#invalid(path, 'fieldPath', text, what)
    return [
      ...(isBlank(text) ? [say('must be non-empty if specified')] : []),
      ...(hasLineBreaks(text) ? [say('must not contain line breaks')] : []),
      ...(this.#names(text) ? [] : [say('must be a valid path')]),
    ]
  }

  #names(text: string): boolean {
    const { structural } = newStructural(this.#schema)
    return structural === undefined || validFieldPath(text, structural).error === undefined
  }
}

/** The errors of the rules of a schema that can be told without compiling them. */
export function ruleTextErrors(schema: JSONSchemaProps, path: FieldPath, minor: number): FieldError[] {
  const texts = new RuleTexts(schema, minor)
  return (schema['x-kubernetes-validations'] ?? []).flatMap((rule, i) =>
    texts.errors(rule, path.child('x-kubernetes-validations').index(i)),
  )
}
