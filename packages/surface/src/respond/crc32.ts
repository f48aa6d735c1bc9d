/**
 * The CRC-32 of bytes that are put together from parts whose CRC-32 is known (RFC 1952, section 8), in a few steps
 * however long they are. A CRC is a polynomial over two elements, the highest power in the lowest bit; to append bytes
 * is to multiply it by x to the power of their bits.
 */
const modulus = 0xedb88320;
const one = 0x80000000;

/** x to the power of 2 to the power of the index. */
const squares = makeSquares();

/** x to the power of the bits of so many bytes: what `appendCrc` takes for what is appended. */
export function shiftOf(bytes: number): number {
  let shift = one;
  // Eight bits a byte: three squares further.
  for (let rest = bytes, at = 3; rest > 0; rest = Math.floor(rest / 2), at += 1) {
    if (rest % 2 === 1) shift = multiply(squares[at % squares.length] ?? one, shift);
  }
  return shift;
}

/** Of bytes of which `first` is the CRC-32, with bytes behind them of which `next` is, and `shift` of their length. */
export function appendCrc(first: number, next: number, shift: number): number {
  return (multiply(shift, first) ^ next) >>> 0;
}

function multiply(a: number, b: number): number {
  let product = 0;
  let power = b;
  for (let bit = one; bit > 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= power;
    power = (power & 1) === 0 ? power >>> 1 : (power >>> 1) ^ modulus;
  }
  return product >>> 0;
}

function makeSquares(): readonly number[] {
  const made: number[] = [];
  // x itself.
  let square = 0x40000000;
  for (let count = 0; count < 32; count += 1) {
    made.push(square);
    square = multiply(square, square);
  }
  return made;
}
