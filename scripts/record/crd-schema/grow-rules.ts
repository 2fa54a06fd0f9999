// Rules for x-kubernetes-validations: right ones, such as fail, and such as are none.
import type { Grown } from './grow-schema.ts'
import type { Chance } from './random.ts'

const forAll = [
  'self == oldSelf',
  'oldSelf == self || self != oldSelf',
  'true',
  'false',
  'self.missing == 1',
  '1 + 2',
  'self',
  'self ==',
  'oldSelf.missing',
  'type(self) == string',
  '[1, 2][5] == self',
  '1 / 0 == 1',
  "dyn(self) == 'foo'",
  'dyn(self) > 1',
  ' ',
]

const byType: Readonly<Record<string, readonly string[]>> = {
  string: [
    'self.size() < 4',
    "self.matches('^[a-z]+$')",
    "self.startsWith('f') || self == ''",
    'self != oldSelf',
    'self.size() >= oldSelf.size()',
    "self.contains('o') ? self.size() > 2 : true",
    'int(self) > 3',
    "self in ['foo', 'bar']",
    "self.split('-').all(x, x.size() > 1)",
    "self.lowerAscii() == self && self.find('[0-9]+') == ''",
    'isURL(self)',
    "self.replace('o', '0').size() == self.size()",
  ],
  integer: [
    'self > 2',
    'self <= oldSelf',
    'self % 2 == 0',
    '10 / self > 1',
    'self in [1, 2, 3]',
    'self - 1 >= 0',
  ],
  number: ['self > 1.5', 'self <= oldSelf', 'self * 2.0 < 10.0', 'int(self) > 1', 'self > 1'],
  boolean: ['self', '!self', 'self || oldSelf', 'self == oldSelf'],
  array: [
    'self.size() < 3',
    'self.all(x, x == x)',
    'self.exists(x, x == self[0])',
    'self.all(x, self.all(y, x == y))',
    'self.map(x, x).size() == self.size()',
    'self == oldSelf',
    'self[0] == oldSelf[0]',
    'oldSelf.all(x, x in self)',
    'self.filter(x, x != self[0]).size() > 0',
    'self.isSorted()',
    'self + self == self',
    'self.exists_one(x, true)',
  ],
  object: [
    'size(self) < 3',
    'self.all(k, k.size() < 4)',
    'self.exists(k, self[k] == self[k])',
    "'a' in self",
    'has(self.a) || has(self.b)',
    'has(self.spec)',
    'has(self.metadata)',
    "self.metadata.name == 'one'",
    "self.kind == 'Widget'",
    '!has(oldSelf.a) || has(self.a)',
    'self.a == oldSelf.a',
    'self.a == self.b',
    'self.count > 1',
    'self.name.size() > 1',
    'self.x__dash__y == self.a',
    'self.__namespace__ == self.a',
    'self.spec == oldSelf.spec',
  ],
}

const withOptional = [
  'oldSelf.hasValue() || true',
  '!oldSelf.hasValue() || oldSelf.value() == self',
  'oldSelf.orValue(self) == self',
  'oldSelf.hasValue()',
  'self == self',
]

const messages = [
  "'wrong: ' + string(self)",
  "'plain'",
  "''",
  "' padded '",
  "'two\\nlines'",
  'string(1 / 0)',
  '1',
  'self.missing',
  "'a' + 'b'.repeat(3)",
  "dyn(self) == 1 ? 'one' : 'other'",
  "type(self) == string ? 'text' : 'no text'",
]

function growRule(chance: Chance, { type = '', properties = {} }: Grown): Grown {
  const own = byType[type] ?? forAll
  const isOptional = chance.happens(0.12)
  const rule: Grown = {
    rule: isOptional ? chance.one(withOptional) : chance.happens(0.75) ? chance.one(own) : chance.one(forAll),
  }
  if (isOptional) rule['optionalOldSelf'] = true
  if (chance.happens(0.3)) rule['message'] = chance.one(['must be so', ' padded ', 'é€'])
  if (chance.happens(0.3)) rule['messageExpression'] = chance.one(messages)
  if (chance.happens(0.2))
    rule['reason'] = chance.one([
      'FieldValueInvalid',
      'FieldValueForbidden',
      'FieldValueRequired',
      'FieldValueDuplicate',
    ])
  const paths = [
    ...Object.keys(properties).flatMap((name) => [`.${name}`, `['${name}']`]),
    '.zz',
    "['a.b']",
    'a',
    '.a[0]',
  ]
  if (chance.happens(0.2)) rule['fieldPath'] = chance.one(paths)
  return rule
}

/** One to three rules on what a schema describes. */
export const growRules = (chance: Chance, schema: Grown): Grown[] =>
  Array.from({ length: 1 + chance.below(3) }, () => growRule(chance, schema))
