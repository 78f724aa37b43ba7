"""Parts of explorables: taking in pictures and sounds, cost surfaces, descents, and panels that would fill their files."""
