"""Identity resolution: normalise -> guards -> blocking -> score -> gate -> judgement -> canonical id."""
