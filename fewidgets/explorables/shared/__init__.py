"""What several explorables use: pictures, sounds, the cost surface and the edge overlay."""
