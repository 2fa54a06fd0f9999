/** Why a finding is what it is, as a code with what it is about; `message` and `why` of the finding say the same in words. */
export type Reason =
  /** What it needs did not happen on a line before it. */
  { code: 'depends on a line'; on: number }
