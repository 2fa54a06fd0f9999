/** Commands that a script does not write, but its transformation. */
export const inserted = { round: 'kepsim-round', spawn: 'kepsim-spawn' } as const
