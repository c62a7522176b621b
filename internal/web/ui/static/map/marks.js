// @ts-check

/** How many colours the style sheet has for layers. */
export const colorCount = 12;

/** The marks of layers that share a colour. */
const markNames = ["dot", "square", "triangle"];

/**
 * Returns the mark of the layer that is the nth to get a colour.
 * @param {number} n
 */
export const markAt = (n) => markNames[Math.floor(n / colorCount) % markNames.length];
