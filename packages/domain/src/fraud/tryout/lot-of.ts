/**
 * A number drawn from a text, the same on every machine: 0 to 2^53 - 1, evenly spread (cyrb53, public domain). It draws
 * samples and protects nothing.
 */
export function lotOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = mixed(high, low);
  low = mixed(low, high);
  return 4_294_967_296 * (low & 0x1fffff) + (high >>> 0);
}

function mixed(one: number, other: number): number {
  return Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
}
