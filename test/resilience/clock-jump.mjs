/**
 * Clock jump, preloaded into a process of the tests: its wall clock is off by CLOCK_OFF_MS, and after a SIGWINCH by
 * CLOCK_JUMP_MS. Monotonic time is unchanged.
 */
const RealDate = Date
let off = Number(process.env.CLOCK_OFF_MS ?? 0)
process.on('SIGWINCH', () => {
  off = Number(process.env.CLOCK_JUMP_MS)
  process.stdout.write('The clock has jumped.\n')
})
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + off)
    else super(...given)
  }
  static now() {
    return RealDate.now() + off
  }
}
