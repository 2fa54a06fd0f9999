import { expect, it } from 'vitest'
import { pythonOutcome } from './python-program.ts'

const byIndex = `import os, sys, time
index = os.environ.get("MY_INDEX")
sys.exit(3) if index == "0" else time.sleep(20)
sys.exit(0) if index == "1" else time.sleep(60)`
const branches = `import os
import sys
import time
n = int(os.environ["MY_INDEX"])
if n % 2 == 1:
    time.sleep(5)  # the odd ones
    sys.exit(1)
elif n in (2, 4):
    sys.exit(2)
else:
    if n > 6 and not n == 8: sys.exit(7)
    print("on")
time.sleep(1.5)`

it.each<[string, string, number, number]>([
  [byIndex, '0', 0, 3],
  [byIndex, '1', 20_000, 0],
  [byIndex, '2', 80_000, 0],
  [branches, '3', 5000, 1],
  [branches, '4', 0, 2],
  [branches, '7', 5000, 1],
  [branches, '9', 5000, 1],
  [branches, '8', 1500, 0],
  [branches, '10', 0, 7],
  [branches, '0', 1500, 0],
  [branches, 'x', 0, 1],
  ['import os; exit()', '0', 0, 0],
  ['raise SystemError("no")', '0', 0, 1],
])('%s with %s', (source, index, afterMs, exitCode) => {
  expect(pythonOutcome(source, { MY_INDEX: index })).toEqual({ afterMs, exitCode })
})

it('ends where a variable is asked for that is not set', () => {
  expect(pythonOutcome('import os\nn = os.environ["NOT_SET"]', {})).toEqual({ afterMs: 0, exitCode: 1 })
})

it.each([
  'while True:\n  time.sleep(1)',
  'for i in range(3):\n  print(i)',
  'open("/tmp/a")',
  'x = y',
  'def f():\n  return 1\nf()',
  'import time\ntime.sleep("a")',
  'print("a" \\\n  "b")',
  'x = 1 if',
  'if 1 == 1:',
  'sys.exit(random.choice([0, 1]))',
  // What is not done is not known to be read rightly either.
  'x = 1 or sys.exit(1)',
])('does not know when %j ends', (source) => {
  expect(pythonOutcome(source, {})).toBeUndefined()
})
