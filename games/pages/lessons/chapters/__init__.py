"""The six chapters, in their order."""

from games.pages.lessons.chapters import auction, ending, fuel, network, order, steps

CHAPTERS = (auction.CHAPTER, fuel.CHAPTER, network.CHAPTER, steps.CHAPTER, order.CHAPTER, ending.CHAPTER)
