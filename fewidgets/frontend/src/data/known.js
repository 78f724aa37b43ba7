// In the data of a panel, NaN stands for a number that is not known.

export const { isFinite: isKnown, isNaN: isGone } = Number;
